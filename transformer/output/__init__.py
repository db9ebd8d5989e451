"""From an outcome to files: where each object goes, what is remembered of a run, and the folder replaced whole."""
