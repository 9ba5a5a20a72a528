#!/usr/bin/env python3
"""Prints what tracing costs as one table of ratios.

usage: ratios.py FOLDER    (FOLDER/ROUND/*.percentiles.tsv, as `make bench` writes them)

A figure is the fastest run of all rounds: what the machine's other work adds is noise, and noise only adds.
"""
import glob
import os
import re
import sys

NOTES = """\
2 threads ÷ 1: how much more two threads get done than one, each with a pipeline or an edge of its own.
(1) The rest is OpenCombine's: it makes a list of its hooks for every call, under a lock of the whole process. Two threads that
    always meet at it get little more than half as much done as one; the fastest run meets it least often.
(2) A stream has two subscriptions: what feeds it, and its consumer, with the functions that await the consumer."""

WATCHED = ["bare", "handleEvents", "probe", "print", "empty hook", "tracer"]

PLACED = [
    ("a subscription", "subscriptions"),
    ("an AsyncStream, made and consumed", "streams"),
    ("a yield", "yields"),
]

RECORDER = [
    ("record an event on 1 thread", "1 threads"),
    ("record an event on 2 threads", "2 threads"),
    ("record an event into a file", "file"),
    ("record an event into a full ring", "ring"),
    ("drain an event of 2 threads", "drain"),
]


def fastest(folder):
    """The shortest run of each benchmark: name -> (nanoseconds, how many values or events it handled)."""
    times = {}
    for path in glob.glob(os.path.join(folder, "*", "*.percentiles.tsv")):
        name = os.path.basename(path).split(".")[2].replace("_", " ")
        what, count = re.fullmatch(r"(.*), (\d+) (?:values|events|subscriptions|streams)", name).groups()
        # Of what is no time, as memory, the figure stands as it is.
        times[what] = min(times.get(what, (percentiles(path)[0], 0))[0], percentiles(path)[0]), int(count)
    return times


def percentiles(path):
    """The shortest run, that which 1 % are shorter than, and so on to the longest, in nanoseconds."""
    with open(path, encoding="utf-8") as lines:
        unit = re.search(r"\((ns|μs|ms|s)\)", next(lines))
        scale = {"ns": 1, "μs": 1e3, "ms": 1e6, "s": 1e9}[unit.group(1)] if unit else 1
        return [float(line.split("\t")[1]) * scale for line in lines]


def seeks(folder, name, way="seek"):
    """Of the seeks into one file their mean and the longest, each of the round where it was least, in ms."""
    paths = glob.glob(os.path.join(folder, "*", f"*.file,_{way}_{name},_*.percentiles.tsv"))
    rounds = [percentiles(path) for path in paths]
    return min(sum(times[1:]) / 100 for times in rounds) / 1e6, min(times[-1] for times in rounds) / 1e6


def table(head, rows):
    rows = [head] + rows
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    rows.insert(1, ["-" * width for width in widths])
    for row in rows:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
    print()


def main():
    times = fastest(sys.argv[1])
    cost = {name: time / count for name, (time, count) in times.items()}

    def cell(place, watched):
        own = cost[f"{place}, {watched}"]
        return f"{own:.0f}" if watched == "bare" else f"{own:.0f} ({own / cost[f'{place}, bare']:.2f} ×)"

    def threads(watched):
        # Of two threads, `cost` is that of a value of either: the inverse of the throughput.
        both = cost.get(f"2 threads, {watched}")
        return f"{cost[f'3 edges, {watched}'] / both:.2f} ×" if both else "–"

    table(
        ["ns a value (× bare)", "1 edge", "3 edges", "6 edges", "2 threads ÷ 1"],
        [[watched] + [cell(f"{edges} edges", watched) for edges in (1, 3, 6)] + [threads(watched)] for watched in WATCHED])

    def streams(what, watched):
        own = cost[f"async {what}, {watched}"]
        return f"{own:.0f}" if watched == "bare" else f"{own:.0f} ({own / cost[f'async {what}, bare']:.2f} ×)"

    table(
        ["ns a value of Swift concurrency", "bare", "with FlowAsync, not traced", "traced"],
        [
            [name] + [streams(what, watched) for watched in ("bare", "untraced", "traced")]
            for name, what in [
                ("three probes on a chain that gives its thread away", "probes"),
                ("three probes on a chain that waits for another task", "waiting"),
                ("AsyncStream, filled and emptied", "stream"),
            ]
        ])

    rows = []
    for what, name in PLACED:
        without, placed = cost[f"{name}, traced"], cost[f"{name}, traced with places"]
        rows.append([what, f"{without:.0f} ns", f"{placed:.0f} ns", f"{placed - without:+.0f} ns ({placed / without:.2f} ×)"])
    table(["traced", "without places", "with places", "for places"], rows)

    rows = []
    for what, name in RECORDER:
        own = cost[f"recorder, {name}"]
        rows.append([what, f"{own:.0f} ns", f"{1e3 / own:.0f} M/s"])
    table(["recorder", "time", "rate"], rows)

    def milliseconds(name):
        return times[f"file, {name}"][0] / 1e6

    def rate(name):
        return 1e3 / cost[f"file, {name}"]

    (probes_mean, probes_worst), (tracer_mean, tracer_worst) = seeks(sys.argv[1], "probes"), seeks(sys.argv[1], "tracer")
    jumps = [seeks(sys.argv[1], name, "jump") for name in ("probes", "tracer")]
    table(
        ["a file of 10 M records", "of two probes' threads", "of the tracer"],
        [
            ["open", f"{milliseconds('open'):.2f} ms", ""],
            ["open, fold the first 32,768 records, open a pipeline", f"{milliseconds('first look'):.1f} ms", ""],
            ["read all", f"{milliseconds('read'):.0f} ms", ""],
            ["build the index", f"{rate('index probes'):.1f} M/s", f"{rate('index tracer'):.1f} M/s"],
            ["fold from a keyframe, open a pipeline: mean of 50", f"{probes_mean:.2f} ms", f"{tracer_mean:.2f} ms"],
            ["the same: worst of 50", f"{probes_worst:.1f} ms", f"{tracer_worst:.1f} ms"],
            ["jump to an event, worst of 50"] + [f"{worst:.1f} ms" for _, worst in jumps],
            ["diagnose", f"{milliseconds('diagnose probes') / 1e3:.2f} s", f"{milliseconds('diagnose tracer') / 1e3:.2f} s"],
            ["memory that diagnose takes"]
            + [f"{times[f'memory, diagnose {name}'][0]:.0f} MiB" for name in ("probes", "tracer")],
            ["memory beside the file", f"{times['memory, probes'][0]:.0f} MiB", f"{times['memory, tracer'][0]:.0f} MiB"],
        ])

    chain = {name: cost[f"playground, {name}"] / 1e3 for name in ("parse", "parse and check", "key")}
    table(
        ["the playground, a chain of 213 characters", "time"],
        [
            ["parse", f"{chain['parse']:.1f} µs"],
            ["parse and check", f"{chain['parse and check']:.1f} µs"],
            ["a key in an unfinished one: what is wrong and what fits", f"{chain['key']:.0f} µs"],
        ])

    def placed(name):
        return cost[f"{name}, traced with places"] - cost[f"{name}, traced"]

    def own_share(edges):
        return 100 * (cost[f"{edges} edges, tracer"] / cost[f"{edges} edges, empty hook"] - 1)

    targets = [
        ("probe on 3 edges, of bare", cost["3 edges, probe"] / cost["3 edges, bare"], "≤", 1.25, "{:.2f} ×"),
        ("record an event", cost["recorder, 1 threads"], "≤", 40, "{:.0f} ns"),
        ("record an event into a file", cost["recorder, file"], "≤", 40, "{:.0f} ns"),
        ("recorder, 2 threads ÷ 1", cost["recorder, 1 threads"] / cost["recorder, 2 threads"], "≥", 1.5, "{:.2f} ×"),
        ("probe, 2 threads ÷ 1", cost["3 edges, probe"] / cost["2 threads, probe"], "≥", 1.5, "{:.2f} ×"),
        ("tracer's own on 3 edges, of an empty hook (1)", own_share(3), "≤", 35, "{:.0f} %"),
        ("tracer's own on 6 edges, of an empty hook (1)", own_share(6), "≤", 35, "{:.0f} %"),
        ("async probes on 3 edges, of bare", cost["async waiting, traced"] / cost["async waiting, bare"], "≤", 1.2, "{:.2f} ×"),
        ("async probes, not traced", cost["async waiting, untraced"] / cost["async waiting, bare"], "≤", 1.02, "{:.2f} ×"),
        ("async probes, a thread given away", cost["async probes, traced"] / cost["async probes, bare"], "≤", 1.4, "{:.2f} ×"),
        ("the same, not traced", cost["async probes, untraced"] / cost["async probes, bare"], "≤", 1.05, "{:.2f} ×"),
        ("AsyncStream, traced, of the standard one", cost["async stream, traced"] / cost["async stream, bare"], "≤", 1.35, "{:.2f} ×"),
        ("AsyncStream, not traced", cost["async stream, untraced"] / cost["async stream, bare"], "≤", 1.03, "{:.2f} ×"),
        ("a subscription's place", placed("subscriptions"), "≤", 60, "{:.0f} ns"),
        ("the places of a stream and its consumer, each (2)", placed("streams") / 2, "≤", 60, "{:.0f} ns"),
        ("a yield's place", placed("yields"), "≤", 5, "{:.0f} ns"),
        ("open 10 M records", milliseconds("open"), "≤", 10, "{:.2f} ms"),
        ("a first look at them, without drawing", milliseconds("first look"), "≤", 50, "{:.1f} ms"),
        ("index of probes' events", rate("index probes"), "≥", 10, "{:.1f} M/s"),
        ("index of the tracer's records", rate("index tracer"), "≥", 10, "{:.1f} M/s"),
        ("seek, the worst, without drawing", max(probes_worst, tracer_worst), "≤", 16, "{:.1f} ms"),
        ("jump to an event, the worst", max(worst for _, worst in jumps), "≤", 16, "{:.1f} ms"),
        ("diagnose 10 M records", max(milliseconds(f"diagnose {name}") for name in ("probes", "tracer")) / 1e3, "≤", 3, "{:.2f} s"),
        ("parse and check a chain", chain["parse and check"], "≤", 25, "{:.1f} µs"),
        ("memory beside the file", max(times[f"memory, {name}"][0] for name in ("probes", "tracer")), "≤", 100, "{:.0f} MiB"),
    ]
    rows = []
    for name, value, sign, target, form in targets:
        met = value <= target if sign == "≤" else value >= target
        missed = "" if met else f", missed by {100 * abs(value / target - 1):.0f} %"
        rows.append([name, form.format(value), f"{sign} {form.format(target)}{missed}"])
    table(["target", "measured", "wanted"], rows)
    print(NOTES)


main()
