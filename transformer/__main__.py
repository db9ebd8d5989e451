"""``python -m transformer`` is ``liqo-transform``."""

from __future__ import annotations

from transformer.cli.main import main

if __name__ == "__main__":
    main()
