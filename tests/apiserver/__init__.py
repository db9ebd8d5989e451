"""Tests with real API servers and kubectl: what they take from us, and what we read of what they print.

``bash scripts/apiserver.sh`` gets the servers; tests/e2e/apiserver/README.md says how they are run.
"""
