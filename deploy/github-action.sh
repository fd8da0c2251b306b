#!/usr/bin/env bash
# The step of action.yml: runs the command with the action's inputs, and hands its verdict to the job: outputs, summary, annotations.
set -uo pipefail

options=()
option() { if [ -n "$2" ]; then options+=("$1" "$2"); fi; }

option --target "${INPUT_TARGET:-}"
option --profile "${INPUT_PROFILE:-}"
option --depth "${INPUT_DEPTH:-}"
option --accept "${INPUT_ACCEPT:-}"
option --since "${INPUT_SINCE:-}"
option --gate "${INPUT_GATE:-}"
option --build "${INPUT_BUILD:-}"
option --key "${INPUT_KEY:-}"
option --evidence "${INPUT_EVIDENCE:-}"
option --out "$INPUT_OUT"
while IFS= read -r line; do
  if [ -n "$line" ]; then options+=("$line"); fi
done <<< "${INPUT_ARGUMENTS:-}"

# What an earlier run left there must not be taken for this one's.
rm -f "$INPUT_OUT/verdict.json" "$INPUT_OUT/summary.md" "$INPUT_OUT/assay.sarif"
node "$ASSAY_ACTION/bin/assay.js" "$INPUT_COMMAND" "${options[@]}"
code=$?

status=
if [ -f "$INPUT_OUT/verdict.json" ]; then
  status=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8")).status' "$INPUT_OUT/verdict.json")
  cat "$INPUT_OUT/summary.md" >> "$GITHUB_STEP_SUMMARY"
  node "$ASSAY_ACTION/deploy/annotations.mjs" "$INPUT_OUT/assay.sarif"
fi
printf 'status=%s\nexit-code=%s\n' "$status" "$code" >> "$GITHUB_OUTPUT"
exit "$code"
