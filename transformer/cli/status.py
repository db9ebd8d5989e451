"""Exit statuses: each means one thing, whatever the command and the report."""

from __future__ import annotations

FINE = 0
FINDINGS = 1
USAGE = 2
INTERNAL = 3
INTERRUPTED = 130

#: Ended by a signal: this and the signal's number, as shells have it (143 for SIGTERM, 129 for SIGHUP).
SIGNALLED = 128
