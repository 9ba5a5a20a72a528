#!/usr/bin/env python3
"""Holds what `flowviz size` foretells from one recording to what programs do with the other sizes.

usage: size.py FLOWVIZ [PROGRAM ...]

Runs each program of Sizes/, and some others of this repository, with three sizes, foretells from each recording what the other two would
drop, and prints a table of both. Programs without a size run with three paces of their source instead, and what they would hold is foretold. The programs run on the real clock, so that each run differs a little. A program of Sizes/ reads its size
from the environment; in a copy of another one, the size in its text is replaced.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
SIZES = {
    "BurstsIntoStream": (3, 8, 20),
    "NewestOfStream": (2, 6, 15),
    "BufferOfSubject": (2, 5, 12),
    "BoundedSequence": (1, 4, 10),
    "slow": (3, 8, 40),
    "streams": (2, 5, 12),
    "pipeline": (2, 5, 50),
    "SessionEvents": (4, 16, 100),
    "MyApp": (3, 8, 40),
}
# The milliseconds from one value of the source to the next, each twice the one before.
PACES = {"WorkOnQueue": (6, 12, 24), "ZipOfTwo": (4, 8, 16)}
# The file of each of the others, and the text with its size.
OTHERS = {
    "slow": ("Samples/slow.swift", "size: 8"),
    "streams": ("Samples/streams.swift", "bufferingNewest(5"),
    "pipeline": ("Field/pipeline.swift", "bufferingNewest(5"),
    "SessionEvents": ("../Examples/Sources/SessionEvents/SessionEvents.swift", "bufferingNewest(16"),
    "MyApp": ("../Examples/Sources/MyApp/main.swift", "size: 8"),
}


def store(flowviz, trace, size, sizes):
    """The history and the forecasts of the store with this size."""
    command = [flowviz, "size", trace, "--json", "--sizes", ",".join(map(str, sizes))]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    stores = [json.loads(line) for line in run.stdout.splitlines()]
    return next((each for each in stores if each["capacity"] == size), None)


def source(name, size, folder):
    """The file of a program with this size."""
    if name not in OTHERS:
        return HERE / "Sizes" / f"{name}.swift"
    path, own = OTHERS[name]
    text = (HERE / path).read_text()
    assert text.count(own) == 1, f"{path} has no single '{own}'"
    copy = pathlib.Path(folder) / f"{name}-{size}.swift"
    copy.write_text(text.replace(own, own.rstrip("0123456789") + str(size)))
    return copy


def recorded(flowviz, name, size, folder):
    trace = f"{folder}/{name}-{size}.fvz"
    subprocess.run(
        [flowviz, "try", str(source(name, size, folder)), "-o", trace, "--for", "60s"],
        check=True, env=dict(os.environ, SIZE=str(size)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return trace


def compare(flowviz, name, folder):
    """Rows of (recorded size, other size, foretold, range, real), in values of all that arrived."""
    sizes = SIZES[name]
    stores = {}
    for size in sizes:
        stores[size] = store(flowviz, recorded(flowviz, name, size, folder), size, sizes)
        if stores[size] is None:
            raise SystemExit(f"{name}: no store of size {size} in its trace")
    for size in sizes:
        if not stores[size]["foretells"]:
            yield size, None, stores[size]["doubt"], None, None, stores[size]["recorded"]["arrived"]
            continue
        for row in stores[size]["rows"]:
            if row["size"] not in sizes or row["size"] == size or row["speed"] != 1 or row["rate"] != 1 or row["consumers"] != 1:
                continue
            real = stores[row["size"]]["recorded"]
            yield size, row["size"], row["outcome"], (row["droppedLow"], row["droppedHigh"]), real, real["arrived"]


def paced(flowviz, name, folder):
    """Rows of (recorded pace, other pace, foretold, real), in values held at once."""
    stores = {}
    for pace in PACES[name]:
        trace = f"{folder}/{name}-{pace}.fvz"
        subprocess.run(
            [flowviz, "try", str(HERE / "Sizes" / f"{name}.swift"), "-o", trace, "--for", "60s"],
            check=True, env=dict(os.environ, PACE=str(pace)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        run = subprocess.run([flowviz, "size", trace, "--json"], capture_output=True, text=True, check=True)
        stores[pace] = next(json.loads(line) for line in run.stdout.splitlines() if not json.loads(line)["hasSize"])
    for pace, store in stores.items():
        for row in store["rows"]:
            other = pace / row["rate"]
            # With a slower input, zip is foretold for the time of the recording only.
            if other in stores and other != pace and (row["input"] is None or row["input"] == 0 and row["rate"] > 1):
                yield pace, int(other), row, stores[other]["recorded"]


def paces(flowviz, folder, names):
    """Prints the table of programs without a size, and returns the number of those whose range did not hold."""
    misses = 0
    print("\n| program | recorded with a value each | foretold for | held at most | in fact | longest wait | in fact |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in names:
        for pace, other, row, real in paced(flowviz, name, folder):
            low, high, peak = row["heldLow"], row["heldHigh"], real["peak"]
            misses += not low - max(1, low // 20) <= peak <= high + max(1, high // 20)
            is_wide = high > 2 * low + 2
            held = "–" if is_wide else row["outcome"]["peak"]
            wait = "–" if is_wide else f"{row['outcome']['longestWait'] or 0:.3f} s"
            print(
                f"| `{name}` | {pace} ms | {other} ms | {held} ({low}–{high}) | {peak} | {wait} | {real['longestWait'] or 0:.3f} s |",
                flush=True)
    return misses


def main():
    flowviz = str(pathlib.Path(sys.argv[1]).resolve())
    worst = 0
    print("| program | recorded with | foretold for | dropped | in fact | off by | longest wait | in fact |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        names = sys.argv[2:] or [*SIZES, *PACES]
        for name in (name for name in names if name in SIZES):
            for size, other, foretold, bounds, real, arrived in compare(flowviz, name, folder):
                if other is None:
                    print(f"| `{name}` | {size} | nothing: {foretold} | | | | | |")
                    continue
                off = abs(foretold["dropped"] - real["dropped"]) / arrived
                worst = max(worst, off)
                waits = [each["longestWait"] or 0 for each in (foretold, real)]
                print(
                    f"| `{name}` | {size} | {other} | {foretold['dropped']} ({bounds[0]}–{bounds[1]}) of {arrived} | {real['dropped']} "
                    f"| {off:.1%} | {waits[0]:.3f} s | {waits[1]:.3f} s |", flush=True)
        misses = paces(flowviz, folder, [name for name in names if name in PACES])
    print(f"worst: {worst:.1%} of the values that arrived; {misses} maxima outside of their ranges")
    if worst > 0.05 or misses:
        sys.exit(1)


if __name__ == "__main__":
    main()
