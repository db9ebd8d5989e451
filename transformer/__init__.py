"""Offline transformer from exported manifests to the slices Liqo would write."""

__version__ = "0.1.0"
