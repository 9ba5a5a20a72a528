"""What the traces of a package say."""

import collections
import glob
import json
import re
import subprocess

ADDRESS = re.compile(r"(?:\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]):\d+")


def traces(path):
    """A trace, and those of the program's other processes, which have a number in their names."""
    start = path[: -len(".fvz")]
    found = glob.glob(f"{glob.escape(start)}*.fvz")
    return sorted(file for file in found if re.fullmatch(r"(-\d+)?\.fvz", file[len(start):]))


def lanes(flowviz, trace):
    """The number of values on each lane of a trace, and the times of the first and the last of them."""
    counts, times = collections.Counter(), {}
    with subprocess.Popen([flowviz, "export", trace], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as export:
        for line in export.stdout:
            event = json.loads(line)
            if event.get("kind") == "value":
                counts[event["lane"]] += 1
                times[event["lane"]] = (times.get(event["lane"], (event["t"],))[0], event["t"])
    return counts, times


def diagnoses(flowviz, *files, at=None):
    """The diagnosis of each trace, of a moment in seconds or of the run. Verdicts go on from one to another."""
    moment = [] if at is None else ["--at", f"{at:.3f}"]
    done = subprocess.run([flowviz, "diagnose", "--json", *files, *moment], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


class Traces:
    """The traces of a run, which has one for each process."""

    def __init__(self, flowviz, lines, path):
        self.notes, self.problems, self.pipelines, self.violations = [], [], [], []
        ends = [match for line in lines for match in [re.search(r"flowviz: (\d+) events, (\d+) missed", line)] if match]
        self.events, missed = (sum(int(match[number]) for match in ends) for number in (1, 2))
        if missed:
            self.problems.append(f"{missed} events missed")
        files = traces(path)
        if not files:
            self.problems.append(f"no trace: {' / '.join(lines[-3:])}")
        for file in files:
            self.diagnose(flowviz, file)
        if files and not self.pipelines:
            self.problems.append("no pipeline was seen")
        for violation in self.violations:
            self.problems.append(f"violation {violation['rule']}, {violation['count']} times at {violation['stage']}: {violation['text']}")
        for pipeline in self.blamed:
            self.judge(pipeline)

    def diagnose(self, flowviz, file):
        done = subprocess.run([flowviz, "diagnose", "--all", "--json", file], stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode:
            return self.problems.append(f"diagnose left with {done.returncode}: {done.stderr.decode(errors='replace')[-200:]}")
        diagnosis = json.loads(done.stdout)
        self.pipelines += diagnosis["pipelines"]
        self.violations += diagnosis["violations"]

    @property
    def blamed(self):
        """The pipelines in which a stage held others back, or lost values."""
        return [pipeline for pipeline in self.pipelines if "held back" in pipeline["run"]["text"] or pipeline["run"]["verdict"] in ("dropping", "heldBack")]

    def judge(self, pipeline):
        """Blames are told; where nothing waited, there is nobody to blame."""
        stages = pipeline["stages"]
        waited = any(stage["peak"] or stage["longestWait"] or stage["losses"] or stage["overall"]["heldBack"] for stage in stages)
        text = f"{pipeline['name']}: {pipeline['run']['text']}"
        if waited:
            self.notes.append(f"culprit: {text}")
        else:
            self.problems.append(f"a culprit where nothing waited: {text}")

    def figures(self):
        """Events, streams, sites, rows, connections, violations and culprits."""
        streams = sum((pipeline["lives"] or {}).get("count", 1) for pipeline in self.pipelines)
        names = [stage["name"] for pipeline in self.pipelines for stage in pipeline["stages"]] + [pipeline["name"] or "" for pipeline in self.pipelines]
        connections = {address for name in names for address in ADDRESS.findall(name)}
        sites = {pipeline["at"] for pipeline in self.pipelines}
        counts = [
            self.events, streams, len(sites), len(self.pipelines), len(connections), sum(violation["count"] for violation in self.violations),
            len(self.blamed),
        ]
        return [f"{count:,}" for count in counts]
