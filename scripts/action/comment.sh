#!/usr/bin/env bash
# Comments on the pull request with check's Markdown for action.yml; an earlier comment of ours for the same
# configuration is brought up to date in place. Without one, a check that is fine says nothing.
# Reads BIN, CONFIG, WORKING_DIRECTORY, MARKDOWN (a path), EXIT_STATUS, PULL_REQUEST, and gh's own GH_TOKEN.
set -euo pipefail

comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
# A hash, because the name of a configuration could end the HTML comment.
fleet=$(printf '%s\n%s' "$WORKING_DIRECTORY" "$CONFIG" | git hash-object --stdin)
marker="<!-- liqo-transform check $fleet -->"
body=$(mktemp "$RUNNER_TEMP/liqo-transform-comment.XXXXXX")
{
  printf '%s\n' "$marker"
  cat -- "$MARKDOWN"
} >"$body"

comment() {
  local pages earlier
  pages=$(gh api --paginate --slurp "$comments") || return
  earlier=$("$BIN/python" -I "$GITHUB_ACTION_PATH/scripts/action/earlier_comment.py" "$marker" <<<"$pages") || return
  if [ -n "$earlier" ]; then
    gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier" --field "body=@$body"
  elif [ "$EXIT_STATUS" -ne 0 ]; then
    gh pr comment "$PULL_REQUEST" --repo "$GITHUB_REPOSITORY" --body-file "$body"
  fi
}

if ! comment; then
  echo '::warning title=liqo-transform::The comment on the pull request could not be written. The job needs the' \
    'permission pull-requests: write, which pull requests from forks do not get. The step summary has the report.'
fi
