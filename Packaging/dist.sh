#!/usr/bin/env bash
# Packs flowviz as a tarball and as a Debian package. Equal inputs give equal bytes: no clock, no user and no order of a folder enters.
# usage: dist.sh BUILD FOLDER    (where swift build left the program and its checkouts; where the packages go)
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C TZ=UTC
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

build=$1
folder=$2
program=$build/release/flowviz
version=$("$program" --version)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$folder"

# licence NAME FILE: a heading and the text, which is not repeated where it is Swift's own.
swift_licence=$(dirname "$(readlink -f "$(command -v swift)")")/../share/swift/LICENSE.txt
licence() {
    printf '\n%s\n%s\n\n' "$1" "${1//?/=}"
    if [ "$2" != "$swift_licence" ] && cmp -s "$2" "$swift_licence"; then echo "The licence of Swift, above."; else cat "$2"; fi
}

licences() {
    echo "flowviz, and what is linked into the program. ncurses and the C and C++ libraries are the system's."
    licence flowviz LICENSE
    licence "Swift: standard library, Dispatch, FoundationEssentials" "$swift_licence"
    for package in OpenCombine swift-argument-parser swift-async-algorithms swift-collections; do
        licence "$package" "$(ls "$build/checkouts/$package"/LICENSE*)"
    done
}

# Every file has one time, one owner, and the rights that follow from being a program or not.
settle() {
    chmod -R u=rwX,go=rX "$1"
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

tarball() {
    local name=flowviz-$version-linux-$(uname -m)
    make --no-print-directory files BINARY="$program" DESTDIR="$stage/$name" PREFIX= > /dev/null
    mkdir -p "$stage/$name/share/doc/flowviz"
    licences > "$stage/$name/share/doc/flowviz/copyright"
    settle "$stage/$name"
    tar --create --directory="$stage" --format=gnu --sort=name --owner=0 --group=0 --numeric-owner "$name" |
        gzip -9 --no-name > "$folder/$name.tar.gz"
    echo "$folder/$name.tar.gz"
}

debian() {
    local root=$stage/debian architecture name
    architecture=$(dpkg --print-architecture)
    name=flowviz_${version}_$architecture.deb
    make --no-print-directory files BINARY="$program" DESTDIR="$root" PREFIX=/usr ZSH_COMPLETIONS=/usr/share/zsh/vendor-completions > /dev/null
    gzip -9 --no-name "$root/usr/share/man/man1/flowviz.1"
    mkdir -p "$root/usr/share/doc/flowviz" "$root/DEBIAN" "$stage/source/debian"
    licences > "$root/usr/share/doc/flowviz/copyright"
    gzip -9 --no-name < CHANGELOG.md > "$root/usr/share/doc/flowviz/changelog.gz"
    # The libraries that the program needs, as the packages that have them: dpkg's own tool reads a source package.
    printf 'Source: flowviz\n\nPackage: flowviz\nArchitecture: any\n' > "$stage/source/debian/control"
    local needed
    needed=$(cd "$stage/source" && dpkg-shlibdeps -O "$root/usr/bin/flowviz" | sed -n 's/^shlibs:Depends=//p')
    cat > "$root/DEBIAN/control" <<EOF
Package: flowviz
Version: $version
Architecture: $architecture
Maintainer: the flowviz authors
Installed-Size: $(find "$root/usr" -type f -printf '%s\n' | awk '{ kilobytes += int(($1 + 1023) / 1024) } END { print kilobytes }')
Depends: $needed
Section: devel
Priority: optional
Description: show backpressure in streams as live lanes
 When a publisher is faster than its subscriber, values wait or are dropped.
 flowviz shows which, where and why: in built-in scenarios, in chains that are
 typed, and in programs that stream with OpenCombine or Swift concurrency.
EOF
    settle "$root"
    dpkg-deb --root-owner-group --threads-max=1 -Zxz -z9 --build "$root" "$folder/$name" > /dev/null
    echo "$folder/$name"
}

tarball
debian
