#!/usr/bin/env bash
# Appends check's Markdown to the step summary for action.yml. Reads MARKDOWN (a path, or empty) and EXIT_STATUS.
set -euo pipefail

most=$((1024 * 1024)) # bytes; GitHub drops a longer summary whole
if [ -n "$MARKDOWN" ] && [ "$(wc -c <"$MARKDOWN")" -le "$most" ]; then
  cat -- "$MARKDOWN" >>"$GITHUB_STEP_SUMMARY"
else
  # shellcheck disable=SC2016 # the backquotes are Markdown's
  printf '`liqo-transform check` ended with exit status %s and has no report to show here; see the log.\n' \
    "$EXIT_STATUS" >>"$GITHUB_STEP_SUMMARY"
fi
