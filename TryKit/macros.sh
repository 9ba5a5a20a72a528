#!/usr/bin/env bash
# Tries a package with a macro of its own, which makes its streams. It builds swift-syntax, which takes minutes.
# usage: macros.sh FLOWVIZ    (the flowviz program; what it builds goes into the user's cache, or where XDG_CACHE_HOME says)
set -uo pipefail
flowviz=$(realpath "$1")
cd "$(dirname "$0")"
. ./checks.sh

package=$scratch/Macros
cp -R Macros "$package"
tries 0 "$package" -o "$scratch/trace.fvz"
has out '^sum 10$'
subject="diagnose"
"$flowviz" diagnose --all "$scratch/trace.fvz" > "$scratch/out" 2> "$scratch/err" || fail "left with $?"
has out '^  AsyncStream +.* main\.swift:5$'
[ "$(ls -A "$package")" = "$(printf 'Package.swift\nSources')" ] || fail "left in the package: $(ls -A "$package")"

[ "$failures" = 0 ] && echo "macros: all as they should be" || echo "macros: $failures failures"
exit "$((failures > 0))"
