#!/usr/bin/env bash
# What the change does to the functions that it touches, as Markdown: diff.md. Needs BASE, a commit; FOLDER.
# A difference is no failure: a pull request is there to change something.
set -uo pipefail

reports=${REPORTS:-${RUNNER_TEMP:-/tmp}/secateur-reports}
mkdir -p "$reports"
cd "${FOLDER:-.}" || exit 2
common=$(git merge-base -- "$BASE" HEAD) || { echo "secateur: $BASE is not known here: fetch the whole history" >&2; exit 2; }
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n') # messages may quote the program
[[ -n ${GITHUB_ACTIONS:-} ]] && echo "::stop-commands::$token"
secateur diff "$common..HEAD" --timeout "${SECONDS_FOR_DIFF:-120}" --markdown > "$reports/diff.md"
code=$?
[[ -n ${GITHUB_ACTIONS:-} ]] && echo "::$token::"
[[ $code -eq 2 ]] && { rm -f "$reports/diff.md"; exit 2; }
exit 0
