#!/usr/bin/env bash
# Tries a package with what has stood in the way of tracing packages that others wrote, and looks at what is said and what is left.
# usage: packages.sh FLOWVIZ    (the flowviz program; what it builds goes into the user's cache, or where XDG_CACHE_HOME says)
set -uo pipefail
flowviz=$(realpath "$1")
cd "$(dirname "$0")"
. ./checks.sh

# unchanged: nothing in the package is new or different.
unchanged() {
    local left
    left=$(git -C "$package" status --short --ignored)
    [ -z "$left" ] || fail "left in the package: $left"
}

# The path has what XML and the shell would read. (SwiftPM itself cannot build below a double quote.)
package="$scratch/the user's own <& only>/Traps"
mkdir -p "$(dirname "$package")"
cp -R Traps "$package"
git -C "$package" init -q
git -C "$package" add -A
git -C "$package" -c user.name=Traps -c user.email=traps@example.com commit -qm "Traps"
trace=$scratch/trace.fvz

tries 1 "$package"
has err "several executables; name one with --product: Count, Serve, Tool$"
tries 0 "$package" --product Count
has err '^count$'
has err '^flowviz: no stream was seen; the traced modules of the package are Core, Old$|^flowviz: no stream was seen: no module names'
tries 0 "$package" --product Serve -o "$trace" -- one 'two words'
has out '^served 4 3 3 42 stamped one\|two words$'
has err "^flowviz: module Spelled is not traced, since it does not compile with flowviz's streams: .*Spelled.swift:[0-9]+:[0-9]+: error: "
has err "^flowviz: SwiftNIO's channels are not traced, since flowviz does not know this version of NIOCore: it has no NIOThrow"
has err '^flowviz: [0-9]+ events, 0 missed, in '
"$flowviz" diagnose --all "$trace" > "$scratch/out" 2> "$scratch/err"
subject="diagnose"
has out '^4 pipelines: 4 finished'
has out 'AsyncChannel<Int>.* Core\.swift:'
has out 'AsyncStream<String>.* Core\.swift:28 words'
has out 'AsyncThrowingStream<Box>.* Old\.swift:9 boxes'
has out 'main\.swift:7 '
tries 0 "$package" --product Serve -c release -o "$trace"
has out '^served 4 3 3 42 stamped $'
tries 0 "$package" --suite -o "$trace"
has out 'threeWords\(\) passed'
has out "CoreTests.testWords' passed"
tries 0 "$package" --suite --filter threeWords --format jsonl
has out '"kind":"subscribed"'
unchanged

# Each stream has the test that made it, and those of a failed test come first.
rm -f "$scratch"/*.fvz
TRAPS_FAIL=1 tries 1 "$package" --suite -o "$trace"
subject="diagnose of tests"
for part in "$scratch"/*.fvz; do "$flowviz" diagnose --all "$part" || fail "diagnose left with $?"; done > "$scratch/out" 2> "$scratch/err"
has out '^in test Suites/fails\(\), SuiteTests\.swift:[0-9]+: failed$'
has out '^in test Suites/cases\(number:\), SuiteTests\.swift:[0-9]+: passed$'
has out '^in test Suites/tasks\(\), SuiteTests\.swift:[0-9]+: passed$'
has out '^in test threeWords\(\), CoreTests\.swift:[0-9]+: passed$'
has out '^in test OldTests\.testFails: failed$'
has out '^in test OldTests\.testPasses: passed$'
[ "$(grep -c '^in test .*: failed$' "$scratch/out")" = 2 ] || fail "not two streams of failed tests"
grep -Eq '^in test .*(detached|skipped)' "$scratch/out" && fail "a test is named that is not known to have made a stream"
for part in "$scratch"/*.fvz; do
    "$flowviz" diagnose --all "$part" 2> "$scratch/err" | grep -m1 '^in test ' > "$scratch/out"
    has out ': failed$'
done
TRAPS_FAIL=1 tries 1 "$package" --suite --filter 'fails|cases' --format log
[ "$(grep -m1 '^# ' "$scratch/out")" = '# Suites/fails() failed' ] || fail "the log does not begin with the failed test"
has out '^# Suites/cases\(number:\) passed$'
unchanged

# A mistake of the package's own is told in the compiler's words.
echo 'let mistake: Int = "text"' >> "$package/Sources/Old/Old.swift"
tries 2 "$package" --product Serve
has err '^Sources/Old/Old\.swift:14:20: error: cannot convert value of type .String. to specified type .Int.$'
git -C "$package" checkout -q .
sed -i.before 's/^let package/let package: Int/' "$package/Package.swift" && rm "$package/Package.swift.before"
tries 2 "$package" --product Serve
has err "^Package\.swift:5:20: error: cannot convert value of type 'Package' to specified type 'Int'$"
git -C "$package" checkout -q .
tries 1 "$package" --product Absent
has err "^flowviz: cannot build 'Traps': .*Absent"
tries 1 "$scratch"
has err 'has no Package\.swift; name the folder of a package, or a file of Swift$'
# A module that must name the standard library's stream cannot take one of a traced module.
echo 'public func cut() throws -> _Concurrency.AsyncStream<String> { try words() }' >> "$package/Sources/Serve/Cut.swift"
sed -i.before '1i import Core' "$package/Sources/Serve/Cut.swift" && rm "$package/Sources/Serve/Cut.swift.before"
tries 1 "$package" --product Serve
has err "^flowviz: module Serve takes streams of modules that are traced, and compiles neither with flowviz's streams nor without: "
rm "$package/Sources/Serve/Cut.swift"
tries 1 "$package" --product Loaded
has err "^flowviz: 'Traps' has no executable 'Loaded'; name one with --product$"
unchanged

# The package's own mirrors are those of its build.
mirrored=$scratch/Mirrored
mkdir -p "$mirrored/Sources/Mirrored" "$mirrored/.swiftpm/configuration" "$scratch/Thing/Sources/Thing"
cat > "$scratch/Thing/Package.swift" << 'EOF'
// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "Thing", products: [.library(name: "Thing", targets: ["Thing"])], targets: [.target(name: "Thing")])
EOF
echo 'public let thing = AsyncStream { $0.yield(7); $0.finish() }' > "$scratch/Thing/Sources/Thing/Thing.swift"
git -C "$scratch/Thing" init -q
git -C "$scratch/Thing" add -A
git -C "$scratch/Thing" -c user.name=Traps -c user.email=traps@example.com commit -qm "Thing"
git -C "$scratch/Thing" tag 1.0.0
cat > "$mirrored/Package.swift" << 'EOF'
// swift-tools-version: 6.0
import PackageDescription
let package = Package(
    name: "Mirrored", dependencies: [.package(url: "https://thing.invalid/Thing", from: "1.0.0")],
    targets: [.executableTarget(name: "Mirrored", dependencies: ["Thing"])])
EOF
echo 'import Thing
for await value in thing { print(value) }' > "$mirrored/Sources/Mirrored/main.swift"
echo "{\"object\": [{\"mirror\": \"file://$scratch/Thing\", \"original\": \"https://thing.invalid/Thing\"}], \"version\": 1}" \
    > "$mirrored/.swiftpm/configuration/mirrors.json"
subject="doctor of a package that has not been built"
"$flowviz" doctor "$mirrored" > "$scratch/out" 2> "$scratch/err"
has out "^its dependencies are not read: their sources are not here; 'swift package resolve' fetches them$"
tries 0 "$mirrored" --format log
has err '^7$'
has out 'AsyncStream<Int>'
subject="doctor of a package that has been built"
"$flowviz" doctor "$mirrored" > "$scratch/out" 2> "$scratch/err"
has out '^no file names a stream that flowviz try traces$'
has out '^Thing: AsyncStream in 1 file$'
[ "$(ls "$mirrored")" = "$(printf 'Package.swift\nSources')" ] || fail "left in the package: $(ls "$mirrored")"

[ "$failures" = 0 ] && echo "packages: all as they should be" || echo "packages: $failures failures"
exit "$((failures > 0))"
