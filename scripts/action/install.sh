#!/usr/bin/env bash
# Installs the package of this checkout for action.yml, apart from any Python that the job uses.
# Reads PYTHON; writes the output `bin`, the folder of the programs.
set -euo pipefail

environment=$(mktemp -d "$RUNNER_TEMP/liqo-transform-python.XXXXXX")
# -I: a repository that is checked is where we run, and a pip.py or venv.py in it must not be taken for the module.
"$PYTHON" -I -m venv "$environment"
"$environment/bin/python" -I -m pip install --quiet --disable-pip-version-check "$GITHUB_ACTION_PATH"
printf 'bin=%s\n' "$environment/bin" >>"$GITHUB_OUTPUT"
