#!/usr/bin/env bash
# Runs check once for action.yml, with every report that a pull request shows. Ends with 0 whatever check says: the
# action's last step fails in its name, after all that there is to show was shown.
# Reads BIN, CONFIG, PROFILE, FAIL_ON, WORKING_DIRECTORY. Writes the outputs `exit-status`, `changed`, and the paths
# `report` (JSON), `markdown` and `sarif`, empty where check ended before it wrote them.
set -euo pipefail
# The job's own Python, and what a pull request may have put in its way, is not ours.
unset PYTHONPATH PYTHONHOME PYTHONSTARTUP

folder=$(mktemp -d "$RUNNER_TEMP/liqo-transform.XXXXXXXXXX")
report=$folder/report.json markdown=$folder/report.md sarif=$folder/report.sarif annotations=$folder/annotations

arguments=(check --report text --report "github:$annotations")
arguments+=(--report "json:$report" --report "markdown:$markdown" --report "sarif:$sarif")
[ -z "$CONFIG" ] || arguments+=("--config=$CONFIG")
[ -z "$PROFILE" ] || arguments+=("--profile=$PROFILE")
[ -z "$FAIL_ON" ] || arguments+=("--fail-on=$FAIL_ON")

# The log shows names out of the pull request: no line of it may be a command to the runner, until a word comes that
# nobody could know before.
resume=${folder##*.}
printf '::stop-commands::%s\n' "$resume"
status=0
(
  cd -- "$WORKING_DIRECTORY" || exit 2
  exec "$BIN/liqo-transform" "${arguments[@]}"
) 2>&1 || status=$?
printf '\n::%s::\n' "$resume"

# These commands are meant.
[ ! -e "$annotations" ] || cat "$annotations"

changed=false
if [ -e "$report" ]; then
  changed=$("$BIN/python" -I -c '
import json, sys
with open(sys.argv[1], encoding="utf-8") as report:
    findings = json.load(report)["findings"]
print("true" if any(each["code"].startswith("golden-") for each in findings) else "false")
' "$report")
fi

# written FILE: its name, if it is there.
written() {
  [ ! -e "$1" ] || printf '%s' "$1"
}

{
  printf 'exit-status=%s\n' "$status"
  printf 'changed=%s\n' "$changed"
  printf 'report=%s\n' "$(written "$report")"
  printf 'markdown=%s\n' "$(written "$markdown")"
  printf 'sarif=%s\n' "$(written "$sarif")"
} >>"$GITHUB_OUTPUT"
