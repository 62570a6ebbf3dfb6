#!/usr/bin/env bash
# The text of a comment for a pull request, on standard output, from reports that are not trusted: REPORTS is a folder with
# report.md and diff.md, made by code of the pull request. Nothing of it is run, and nothing of it has an effect in a comment:
# it is shown as plain text, without links, pictures or mentions, and at most 50,000 characters of it.
set -euo pipefail

most=25000
echo '<!-- secateur -->'
echo '**Secateur**: what the run for this pull request reports, as plain text. The summary of the run has it with tables.'
for name in report.md diff.md; do
    file=$REPORTS/$name
    [[ -f $file && ! -L $file ]] || continue
    # Printable text only; a fence that is longer than any row of backquotes in it.
    text=$(head -c "$most" -- "$file" | LC_ALL=C tr -d '\000-\010\013-\037\177')
    longest=$(grep -o '`*' <<< "$text" | awk '{ if (length > n) n = length } END { print n + 0 }')
    fence=$(printf '`%.0s' $(seq 1 $((longest < 3 ? 4 : longest + 1))))
    printf '\n%s%s\n%s\n%s\n' "$fence" text "$text" "$fence"
    [[ $(wc -c < "$file") -gt $most ]] && echo "(the rest is left out)"
done
exit 0
