# What the scripts that try programs share: they set flowviz, and read this file.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    printf '%s: %s\n' "$subject" "$1" >&2
    for part in out err; do tail -n 20 "$scratch/$part" | cut -c1-200 | sed "s/^/    $part: /" >&2; done
    failures=$((failures + 1))
}

# tries STATUS WORD...: 'flowviz try' with these words leaves with that status.
tries() {
    local status=$1 left=0
    shift
    subject="try $*"
    "$flowviz" try "$@" > "$scratch/out" 2> "$scratch/err" < /dev/null || left=$?
    [ "$left" = "$status" ] || fail "left with $left instead of $status"
}

# has out|err PATTERN: a line of its output is like the pattern.
has() { grep -Eq -- "$2" "$scratch/$1" || fail "no line of $1 is like '$2'"; }
