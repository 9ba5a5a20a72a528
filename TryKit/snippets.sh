#!/usr/bin/env bash
# Tries each file of a folder, unchanged, and compares what it prints with the text beside it.
# usage: snippets.sh FLOWVIZ FOLDER [OPTION OF TRY]...
set -uo pipefail
flowviz=$(realpath "$1")
cd "$2"
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
count=0 failures=0

for file in *.swift; do
    count=$((count + 1))
    left=0
    "$flowviz" try "$file" "$@" -o "$scratch/trace.fvz" > "$scratch/out" 2> "$scratch/err" < /dev/null || left=$?
    # Compiled by itself, a file is the module main.
    sed -i -E 's/\b(Virtual)?Snippet\./main./g' "$scratch/out"
    [ "$left" = 0 ] && cmp -s "$scratch/out" "${file%.swift}.txt" && continue
    failures=$((failures + 1))
    printf '%s: left with %s\n' "$file" "$left"
    { [ "$left" = 0 ] && diff "${file%.swift}.txt" "$scratch/out" || grep -v '^flowviz: building' "$scratch/err"; } | head -n 6 | cut -c1-160
done
echo "$((count - failures)) of $count files print what they should"
[ "$failures" = 0 ]
