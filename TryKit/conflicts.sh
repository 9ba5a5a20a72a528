#!/usr/bin/env bash
# Tries packages that could not have flowviz as a dependency: they are what it depends on, pin other versions of it, or have it already.
# usage: conflicts.sh FLOWVIZ    (the flowviz program; what it builds goes into the user's cache, or where XDG_CACHE_HOME says)
set -uo pipefail
flowviz=$(realpath "$1")
cd "$(dirname "$0")"
. ./checks.sh
sources=$(realpath ..)
trace=$scratch/trace.fvz

# diagnoses: the lines of the diagnosis are the output.
diagnoses() {
    subject="diagnose after $subject"
    "$flowviz" diagnose --all "$trace" > "$scratch/out" 2> "$scratch/err" || fail "left with $?"
}

cp -R Conflicts/. "$scratch"
for name in swift-collections/1.1.9 swift-async-algorithms/0.0.9; do
    package=$scratch/${name%/*}
    git -C "$package" init -q
    git -C "$package" add -A
    git -C "$package" -c user.name=Traps -c user.email=traps@example.com commit -qm "Traps"
    git -C "$package" tag "${name#*/}"
done

# A cycle: flowviz depends on the package, by its name.
tries 0 "$scratch/swift-collections" --product Turn -o "$trace"
has out '^turned 1\.1\.9 1$'
diagnoses
has out '^  AsyncStream +.* main\.swift:4 main$'
[ -z "$(git -C "$scratch/swift-collections" status --short --ignored)" ] || fail "left in the package"

# Other versions of what flowviz depends on, or traces.
package=$scratch/Older
mkdir -p "$package/.swiftpm/configuration"
mirror() { echo "{\"mirror\": \"file://$scratch/$1\", \"original\": \"https://github.com/apple/$1\"}"; }
echo "{\"object\": [$(mirror swift-collections), $(mirror swift-async-algorithms)], \"version\": 1}" \
    > "$package/.swiftpm/configuration/mirrors.json"
tries 0 "$package" -o "$trace"
has out '^older 1\.1\.9 5$'
has err '^flowviz: AsyncAlgorithms is not traced, since flowviz does not know this version: '
diagnoses
has out '^  AsyncStream +.* Ticks\.swift:3$'

# flowviz itself.
package=$scratch/Linked
mkdir -p "$package/Sources/Linked"
cat > "$package/Package.swift" << EOF
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "Linked", platforms: [.macOS(.v15)], dependencies: [.package(name: "flowviz", path: "$sources", traits: [])],
    targets: [.executableTarget(name: "Linked", dependencies: [.product(name: "FlowAsync", package: "flowviz")])])
EOF
echo 'print("linked")' > "$package/Sources/Linked/main.swift"
tries 1 "$package"
has err '^flowviz: cannot build .Linked.: .*the package depends on flowviz itself \(module Flow[A-Za-z]+\); build it as ever, and run it with '

[ "$failures" = 0 ] && echo "conflicts: all as they should be" || echo "conflicts: $failures failures"
exit "$((failures > 0))"
