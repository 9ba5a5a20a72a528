"""The tests of a package, untraced and traced."""

import collections
import glob
import os
import re

from foreign.processes import run
from foreign.trace import Traces, traces

# `skipped` is a pattern of names of tests that are left out, `reason` says why.
Source = collections.namedtuple("Source", "address version skipped reason", defaults=(None, None))

COLUMNS = [
    "package", "tests the same", "tests, seconds", "ratio", "processors, seconds", "ratio", "build, seconds", "events", "streams", "sites",
    "rows", "connections", "violations", "culprits",
]


def line(row):
    return f"| {' | '.join(row)} |"


def table(rows):
    return "\n".join([line(COLUMNS), line(["---"] * len(COLUMNS))] + [line(row) for row in rows])


def outcomes(lines):
    """How each test ended, by its name."""
    # What a test prints may stand before it on the line.
    patterns = [r"^\S+ Test (?!run with |case )(.+?) (?:with \d+ test cases )?(passed|failed) after", r"Test Case '(.+)' (passed|failed|skipped)"]
    found = [match for line in lines for pattern in patterns for match in [re.search(pattern, line)] if match]
    ends = {}
    for match in found:
        ends.setdefault(match[1], []).append(match[2])
    return {name: sorted(values) for name, values in ends.items()}


def told(lines):
    """The seconds that the two testing libraries say that all tests took."""
    patterns = [r"Test run with .* after ([\d.]+) seconds", r"Executed \d+ tests?, .* in ([\d.]+) \("]
    return sum(max([float(match[1]) for line in lines for match in [re.search(pattern, line)] if match], default=0) for pattern in patterns)


def clone(source, folder):
    """Clones a package, unless that has been done; the problem, if it cannot be."""
    if os.path.exists(folder):
        return []
    done = run("git", "-c", "advice.detachedHead=false", "clone", "-q", f"https://github.com/{source.address}", "-b", source.version, folder)
    return [f"clone left with {done.status}: {' / '.join(done.lines[-3:])}"] if done.status else []


class Suite:
    """A package, cloned, and tested both ways."""

    def __init__(self, options, name, source, scratch):
        self.options, self.name, self.source = options, name, source
        self.folder, self.trace = os.path.join(scratch, name), os.path.join(scratch, f"{name}.fvz")
        self.notes, self.problems = [], clone(source, self.folder)
        self.all = [f"--filter=^(?!.*({source.skipped}))"] if source.skipped else []
        self.control = ["--package-path", self.folder, "--scratch-path", os.path.join(scratch, f"{name}-control")]
        built = run("swift", "build", "--build-tests", *self.control)
        if built.status:
            self.problems.append(f"build left with {built.status}: {' / '.join(built.lines[-3:])}")
        # The tests' process is told from those of other packages by its name.
        bundles = glob.glob(os.path.join(glob.escape(self.control[-1]), "debug", "*.xctest"))
        self.program = f"/{re.escape(os.path.basename(bundles[0]))}$" if bundles else "$."
        untraced = [self.untraced(*self.all)]
        # Some tests write into their own folder. SwiftPM alone writes the versions of the dependencies there.
        self.written = [line for line in self.changes() if not line.endswith(" Package.resolved")]
        run("git", "-C", self.folder, "clean", "-fdxq")
        tried = self.traced("--filter=^$")
        self.builds = (built.seconds, tried.seconds)
        traced = [self.traced(*self.all)]
        for _ in range(options.runs - 1):
            untraced.append(self.untraced(*self.all))
            run("git", "-C", self.folder, "clean", "-fdxq")
            traced.append(self.traced(*self.all))
        self.runs = list(zip(untraced, traced))
        self.seconds = [min(told(run.lines) for run in runs) for runs in (untraced, traced)]
        self.cpu = [min(run.cpu for run in runs) for runs in (untraced, traced)]
        self.seen = Traces(options.flowviz, traced[-1].lines, self.trace)
        self.notes += sorted({line for run in traced for line in run.lines if re.match(r"flowviz: (module|AsyncAlg|SwiftNIO)", line)})

    def untraced(self, *words):
        return run("swift", "test", "--skip-build", *self.control, *words, program=self.program)

    def traced(self, *words):
        for trace in traces(self.trace):
            os.remove(trace)
        return run(self.options.flowviz, "try", self.folder, "--suite", "-o", self.trace, *words, program=self.program)

    def changes(self):
        """What is new or different in the clone."""
        return run("git", "-C", self.folder, "status", "--short", "--ignored").lines

    def judge(self):
        """Looks for everything that is not as it must be."""
        left = [line for line in self.changes() if line not in self.written]
        if left:
            self.problems.append(f"changed: {', '.join(left)}")
        self.same, self.count = [], 0
        for number, (untraced, traced) in enumerate(self.runs):
            self.compare(number, untraced, traced)
        if self.source.skipped:
            self.notes.append(f"left out, since {self.source.reason}: {self.source.skipped}")
        self.problems += self.seen.problems
        self.notes += self.seen.notes

    def compare(self, number, untraced, traced):
        """Compares a run with one that was traced."""
        control, tests = outcomes(untraced.lines), outcomes(traced.lines)
        if not control:
            self.problems.append("no test of the control was seen")
        if not tests:
            self.problems.append("no test was seen when traced")
        differing = [name for name in sorted(control.keys() | tests.keys()) if control.get(name) != tests.get(name)]
        for name in differing:
            before, after = control.get(name, "not run"), tests.get(name, "not run")
            (self.notes if self.options.lenient else self.problems).append(f"run {number + 1}: untraced {before}, traced {after}: {name}")
        if differing:
            self.notes.append(f"the last lines untraced: {' / '.join(untraced.lines[-3:])}")
            self.notes.append(f"the last lines traced: {' / '.join(traced.lines[-3:])}")
        failed = [name for name in control if name not in differing and "failed" in control[name]]
        if failed and not number:
            self.notes.append(f"failed both ways: {', '.join(failed)}")
        self.same.append(len(control) - len([name for name in differing if name in control]))
        self.count = max(self.count, len(control))

    def row(self):
        pairs = [f"{before:.1f} / {after:.1f}" for before, after in (self.seconds, self.cpu, self.builds)]
        ratios = [f"{after / max(before, 0.01):.2f}" for before, after in (self.seconds, self.cpu)]
        return [
            f"{self.name} {self.source.version}", f"{min(self.same)} of {self.count}", pairs[0], ratios[0], pairs[1], ratios[1], pairs[2],
        ] + self.seen.figures()
