#!/usr/bin/env bash
# Tries files of many kinds, and looks at what they print, what is shown of their streams, how they end, and what they leave behind.
# usage: check.sh FLOWVIZ    (the flowviz program; what it builds goes into the user's cache, or where XDG_CACHE_HOME says)
set -uo pipefail
flowviz=$(realpath "$1")
cd "$(dirname "$0")/Samples"
. ../checks.sh

# says out|err TEXT: that is all.
says() { [ "$(cat "$scratch/$1")" = "$2" ] || fail "$1 is not: $2"; }

# leaves: no process and no file is left of what ran.
leaves() {
    local left
    left=$(ps -eo args | grep -E '[s]leep 98765|/flowviz/[r]uns/')
    [ -z "$left" ] || fail "left running: $left"
    left=$(ls "${XDG_CACHE_HOME:-$HOME/.cache}/flowviz/runs")
    [ -z "$left" ] || fail "left in the cache: $left"
}

trace=$scratch/trace.fvz
# Builds what is built once, so that it is not in the way of what is said. Nothing of a build stays among the user's temporary files.
mkdir "$scratch/tmp"
export TMPDIR=$scratch/tmp
tries 0 --code 'print(1)'
tries 0 --virtual --code 'print(1)'
[ -z "$(ls -A "$TMPDIR")" ] || fail "left among temporary files: $(ls -A "$TMPDIR")"
unset TMPDIR

tries 0 subjects.swift
says err $'got Ann\ngot Bob\ndone\nsearch for \'swift\''
has out '^PassthroughSubject → filter → map → receive\(on:\) → sink$'
has out 'filter +└ ● User\(name: "Bob", age: 41\)$'
tries 0 subjects.swift --format jsonl
has out '"kind":"subscribed"'
tries 0 subjects.swift --format marble
has out '^receive\(on:\)'

tries 0 slow.swift -o "$trace"
says out 'ended: finished'
has err "^flowviz: [0-9]+ events, 0 missed, in '.*trace.fvz'"
"$flowviz" diagnose "$trace" > "$scratch/out"
has out 'held back by flatMap: .*(values|more) dropped at buffer: overflow: oldest'

tries 0 streams.swift -o "$trace"
has out '^over$'
"$flowviz" diagnose "$trace" > "$scratch/out"
has out '(values|more) dropped at AsyncStream: overflow: oldest'

tries 0 own.swift
says err $'my mapError my merge\nprobed 1\nmine 1\ntook 1'
has out '^yield → AsyncStream<Int> → for await$'
tries 0 channel.swift
says err $'got 2\ngot 4\ngot 6\ngot 4'
has out '^send → AsyncChannel<Int> → map → removeDuplicates → for await$'
has out '^send 2 → AsyncThrowingChannel<Int> → for await 2$'
tries 0 unseen.swift
says err $'flowviz: MultiProducerSingleConsumerAsyncChannel is not traced: neither the producers that wait in its send nor its values are seen
got 1
flowviz: no stream was seen; MultiProducerSingleConsumerAsyncChannel is not traced: neither the producers that wait in its send nor its values are seen'

tries 0 main-attribute.swift
says err $'square 1\nsquare 4\nsquare 9'

tries 0 --code '[1, 2].publisher.map { $0 * 2 }.sink { print($0) }'
has err '^4$'
has err '^code:1:[0-9]+: warning: result of call'
subject='try -'
echo 'print("from the input")' | "$flowviz" try - > "$scratch/out" 2> "$scratch/err" || fail "left with $?"
has err '^from the input$'

tries 2 wrong.swift
says err $'wrong.swift:5:6: error: reference to member \'sinc\' cannot be resolved without a contextual type\n    .sinc { print($0) }\n     ^'

tries 1 crash.swift
has err '^got 5$'
has err 'crash.swift:5:15$'
has err "^flowviz: 'crash.swift' ended with signal"
has out 'PassthroughSubject +● 0$'
tries 1 --code 'import Foundation; exit(3)'
has err "^flowviz: 'code' ended with exit code 3$"

tries 0 fork.swift
has err '^started [0-9]+$'
leaves
tries 0 daemon.swift --for 5s
has err '^daemon [0-9]+$'
leaves

tries 0 endless.swift --for 1s
has err "^flowviz: stopped 'endless.swift' after 1.00 s; use --for to run it longer$"
tries 0 busy.swift --for 500ms -o "$trace"
has err "^flowviz: stopped 'busy.swift' after 0.50 s; use --for to run it longer$"
leaves

subject='try gigabyte.swift'
size=$("$flowviz" try gigabyte.swift --format log --for 60s 2>&1 > "$scratch/out" | wc -c)
[ "$size" -gt 1000000000 ] || fail "printed only $size bytes"
has out 'publisher +└ ● 1000$'

# In virtual time hours take no time, and every run is the same.
for run in 1 2; do
    tries 0 virtual.swift --virtual --for 10000s --format jsonl
    cat "$scratch/out" "$scratch/err" > "$scratch/run$run"
    says err "$(cat virtual.txt)"
done
cmp -s "$scratch/run1" "$scratch/run2" || fail 'two runs in virtual time differ'
# What blocks threads is over at the same time as in real time.
for run in 1 2; do
    tries 0 parallel.swift --virtual
    says err "$(cat parallel.txt)"$'\nflowviz: no stream was seen'
done
tries 0 endless.swift --virtual
has err '^flowviz: ended after 5.00 s of virtual time; --for lets it run longer$'
tries 0 --virtual --code 'import FoundationNetworking; print(URLSession.shared.configuration.timeoutIntervalForRequest)'
has err '^flowviz: not in virtual time, and not waited for: URLSession$'

# Told to end, it ends what it has started first.
subject='try endless.swift, interrupted'
"$flowviz" try endless.swift --for 60s > "$scratch/out" 2> "$scratch/err" &
flowviz_process=$!
until grep -q tick "$scratch/err"; do sleep 0.1; done
kill -TERM $flowviz_process
wait $flowviz_process
[ $? = 143 ] || fail "was not ended by the signal"
has out 'Timer.publish +● '
leaves

# Killed, it leaves nothing that runs; what it has built is removed by the next.
subject='try daemon.swift, killed'
mkfifo "$scratch/pipe"
"$flowviz" try daemon.swift --for 60s > "$scratch/pipe" 2>&1 < /dev/null &
flowviz_process=$!
{
    until read -r line && [[ $line = daemon* ]]; do :; done
    kill -KILL $flowviz_process
    # Whoever is left keeps the pipe open.
    cat > /dev/null
} < "$scratch/pipe"
wait $flowviz_process
[ $? = 137 ] || fail "was not killed"
tries 0 --code 'print(1)'
leaves

# A test that is printed holds.
subject='try --test'
printed=$(dirname "$flowviz")/try-printed
mkdir -p "$printed/Tests/PrintedTests"
sed "s|SOURCE|$(realpath ../..)|" ../PrintedTests.swift > "$printed/Package.swift"
for file in observed asked; do
    "$flowviz" try --test $file.swift > "$printed/Tests/PrintedTests/$file.swift" 2> "$scratch/err" || fail "no test of $file.swift"
done
swift test --package-path "$printed" > "$scratch/out" 2>&1 || fail "the tests do not hold"
has out 'Test run with 2 tests .* passed'

# shows PATTERN: in ten minutes at most, a row of the screen is like the pattern.
shows() {
    for _ in $(seq 6000); do
        tmux -L "$socket" capture-pane -p > "$scratch/out"
        grep -Eq -- "$1" "$scratch/out" && return
        sleep 0.1
    done
    fail "the screen does not show '$1'"
}

subject='try --watch on the screen'
socket=flowviz-try-$$
live=$scratch/live.swift
: > "$scratch/err"
cp slow.swift "$live"
tmux -L "$socket" new-session -d -x 120 -y 36 "'$flowviz' try --watch '$live'; echo left \$?; read"
shows 'ended after .* 1 line printed'
shows 'verdict finished at .*held back by flatMap'
sed 's/prefix/prefx/' slow.swift > "$live"
shows "live.swift:13:6: error: value of type .*"
sed 's/milliseconds(50)/milliseconds(20)/' slow.swift > "$live"
shows '^ Esc list .* V run before'
shows 'ended after'
tmux -L "$socket" send-keys V
shows '^ this run .* the run before'
cp crash.swift "$live"
shows 'ended with signal'
cp gigabyte.swift "$live"
shows 'ended after .* 1000 lines printed'
cp busy.swift "$live"
shows 'running · nothing printed'
tmux -L "$socket" send-keys q
shows '^left 0$'
tmux -L "$socket" kill-server
leaves

[ "$failures" = 0 ] || exit 1
echo "all files gave what they should"
