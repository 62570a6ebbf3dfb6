#!/usr/bin/env bash
# Runs a project and collects what is to be shown. Needs FOLDER; ARGUMENTS are further arguments, one per line.
# On GitHub, it prints annotations, adds to the summary of the job, and sets the outputs exit-code and reports.
set -uo pipefail

folder=${FOLDER:-.}
reports=${REPORTS:-${RUNNER_TEMP:-/tmp}/secateur-reports}
arguments=()
while IFS= read -r line; do
    [[ -n $line ]] && arguments+=("$line")
done <<< "${ARGUMENTS:-}"
mkdir -p "$reports"

# Texts of the analysed program must not be taken for commands of the workflow.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
[[ -n ${GITHUB_ACTIONS:-} ]] && echo "::stop-commands::$token"
secateur run "$folder" --format sarif,markdown,html,junit,github ${arguments[@]+"${arguments[@]}"}
code=$?
[[ -n ${GITHUB_ACTIONS:-} ]] && echo "::$token::"

out=$(cd "$folder" && python -c '
import tomllib
from pathlib import Path
print(tomllib.loads(Path("secateur.toml").read_text()).get("project", {}).get("out", "secateur-out"))')
for name in secateur.sarif report.md report.html junit.xml project.json; do
    [[ -f $folder/$out/$name && $code -ne 2 ]] && cp "$folder/$out/$name" "$reports/"
done
# Paths are those of the project; code hosts want those of the repository.
prefix=$(cd "$folder" && pwd)
prefix=${prefix#"$PWD"}
prefix=${prefix#/}
if [[ -n $prefix && -f $reports/secateur.sarif ]]; then
    python - "$reports/secateur.sarif" "$prefix" << 'SCRIPT'
import json
import sys
from pathlib import Path

file, prefix = Path(sys.argv[1]), sys.argv[2]


def moved(data):
    if isinstance(data, list):
        return [moved(each) for each in data]
    if not isinstance(data, dict):
        return data
    found = {name: moved(value) for name, value in data.items()}
    uri = found.get("uri")
    if set(found) == {"uri"} and isinstance(uri, str) and ":" not in uri and not uri.startswith("/"):
        found["uri"] = f"{prefix}/{uri}"
    return found


file.write_text(json.dumps(moved(json.loads(file.read_text())), indent=1) + "\n")
SCRIPT
fi
if [[ $code -ne 2 && -f $folder/$out/annotations.txt && -n ${GITHUB_ACTIONS:-} ]]; then
    while IFS= read -r line; do
        [[ -n $prefix ]] && line=${line/ file=/ file=$prefix/}
        printf '%s\n' "$line"
    done < "$folder/$out/annotations.txt"
fi
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then
    for name in report.md diff.md; do
        [[ -f $reports/$name ]] && cat "$reports/$name" >> "$GITHUB_STEP_SUMMARY"
    done
fi
if [[ -n ${GITHUB_OUTPUT:-} ]]; then
    printf 'exit-code=%s\nreports=%s\n' "$code" "$reports" >> "$GITHUB_OUTPUT"
fi
exit "$code"
