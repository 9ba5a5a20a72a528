#!/usr/bin/env bash
# Runs the programs that docs/ shows and those that stream with Swift concurrency, and looks whether flowviz names what is wrong with each.
# usage: check.sh FLOWVIZ FOLDER    (the flowviz program, and the folder with the built examples)
set -euo pipefail
flowviz=$1
folder=$2
traces=$(mktemp -d)
trap 'rm -rf "$traces"' EXIT

# expect PROGRAM LINE LIMIT: diagnose has a line that matches, and the limit on what waits is broken.
expect() {
    FLOWVIZ="file:$traces/$1.fvz" "$folder/$1"
    local said status=0
    said=$("$flowviz" diagnose --all "$traces/$1.fvz")
    if ! grep -Eq "$2" <<< "$said"; then
        printf '%s: no line of the diagnosis is like "%s":\n%s\n' "$1" "$2" "$said" >&2
        exit 1
    fi
    "$flowviz" check "$traces/$1.fvz" --max-buffered "$3" || status=$?
    if [ "$status" != 3 ]; then
        echo "$1: check --max-buffered '$3' left with $status instead of 3" >&2
        exit 1
    fi
}

expect MyApp '[0-9]+ values dropped at buffer: overflow: oldest$' buffer=5
expect Prices 'held back by for await: .* values waited in AsyncStream for 9[0-9](\.[0-9])? %' 50
expect MeshReader '^note: packets grew by [0-9.]+ a second' packets=50
expect SessionEvents '[0-9]+ values dropped at AsyncStream: overflow: oldest' AsyncStream=15
expect StalledReader '^(the run|at its end): held back by for await:21( #[0-9])?: 550 values wait in AsyncStream:18 #2, ' 'AsyncStream:18 #2=50'
