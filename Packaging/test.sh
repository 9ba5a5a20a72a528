#!/usr/bin/env bash
# Proves the Debian package in a fresh Debian without Swift and without a compiler: installs it, uses it, removes it.
# Skipped, and said so, where there is no root, no network or no way to mount.
# usage: test.sh PACKAGE TRACED    (TRACED: Tests/FlowTracedProgram, built with Swift's libraries in it)
set -euo pipefail
script=$(realpath "$0") package=$(realpath "$1") traced=$(realpath "$2")
cd "$(dirname "$script")/.."

skip() {
    printf '\n*** dist-test is SKIPPED: %s ***\n\n' "$1" >&2
    exit 0
}
[ "$(id -u)" = 0 ] || skip "it needs root"
.ci/deps debootstrap python3 > /dev/null || skip "debootstrap cannot be installed"
# Whatever is mounted and started in here ends with it.
if [ -z "${FLOWVIZ_DIST_TEST:-}" ]; then
    unshare --mount --pid --fork true 2> /dev/null || skip "nothing can be mounted here"
    FLOWVIZ_DIST_TEST=1 exec unshare --mount --pid --fork --kill-child "$script" "$package" "$traced"
fi

root=$(mktemp -d)
trap 'umount --lazy "$root/proc" "$root/dev/pts" 2> /dev/null || true; rm -rf --one-file-system "$root" "$root".*' EXIT
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
[ -e "/usr/share/debootstrap/scripts/$suite" ] || suite=stable
debootstrap --variant=minbase --include=tmux "$suite" "$root" > "$root.log" 2>&1 ||
    skip "debootstrap of $suite failed, is there no network? $(tail -n 1 "$root.log")"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -sf pts/ptmx "$root/dev/ptmx"

# What a shell and a traced program leave behind, when they end with their terminal, is not the package's.
within() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        HISTFILE=/proof/history XDG_RUNTIME_DIR=/proof "$@"
}
failed() {
    echo "dist-test: $1" >&2
    exit 1
}
step() { echo "dist-test: $1"; }
# What the package manager itself keeps is left out.
files() { within find / -xdev -not -path '/proc*' -not -path '/dev*' | grep -Ev '^/var/(log|cache|lib/(dpkg|apt))/|^/etc/ld.so.cache' | sort; }

tmux() { within TMUX_TMPDIR=/proof tmux -L flowviz -f /dev/null "$@"; }
# screen PANE TEXT: waits for a text on a screen.
screen() {
    local shown
    for _ in $(seq 100); do
        shown=$(tmux capture-pane -p -t "$1" || true)
        if grep -qF "$2" <<< "$shown"; then return; fi
        sleep 0.1
    done
    failed "'$2' is not on the screen:"$'\n'"$shown"
}

for tool in swift cc gcc clang ld; do
    if within sh -c "command -v $tool" > /dev/null; then failed "$tool is in the fresh Debian"; fi
done
files > "$root.before"

step "install"
cp "$package" "$root/flowviz.deb"
within apt-get install -y -q --no-install-recommends /flowviz.deb > /dev/null 2>&1 || failed "the package cannot be installed"
rm "$root/flowviz.deb"
mkdir "$root/proof"
cp "$traced" "$root/proof/traced"

step "run, frame, record, diagnose"
within flowviz run pausable-sink --until 10 --send 2:pause | grep -q "paused" || failed "run does not log the pause"
within flowviz frame pace --at 3 | grep -q "output" || failed "frame does not draw the lanes"
printf '7\n8\n' | within flowviz record -o /proof/run.fvz -- /proof/traced > /dev/null 2>&1 || failed "record fails"
within flowviz diagnose /proof/run.fvz | grep -q "map" || failed "diagnose does not name the traced program's stages"

step "in tmux: the screen, replay, attach"
tmux new-session -d -s proof -x 100 -y 30
tmux send-keys -t proof "flowviz" Enter
screen proof "quit"
screen proof "pace"
tmux send-keys -t proof E
tmux send-keys -t proof q
screen proof "flowviz run pace"
tmux send-keys -t proof "clear; flowviz replay /proof/run.fvz" Enter
screen proof "quit"
screen proof "PassthroughSubject"
tmux send-keys -t proof q
tmux send-keys -t proof "clear" Enter
tmux new-window -d -n program -t proof "FLOWVIZ=1 /proof/traced"
screen proof:program "ready"
tmux send-keys -t proof:0 "flowviz attach" Enter
screen proof:0 "quit"
tmux send-keys -t proof:program 7 Enter
screen proof:program "doubled 14"
screen proof:0 "PassthroughSubject"
tmux send-keys -t proof:0 q
tmux kill-server

step "launch to first frame"
Packaging/launch.py "$root"

step "remove"
rm -r "$root/proof"
within apt-get purge -y -q --autoremove flowviz > /dev/null 2>&1 || failed "the package cannot be removed"
files > "$root.after"
left=$(diff "$root.before" "$root.after" || true)
[ -z "$left" ] || failed "not as it was before:"$'\n'"$left"
step "passed: nothing is left"
