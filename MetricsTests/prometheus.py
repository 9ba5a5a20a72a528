#!/usr/bin/env python3
"""Has a real Prometheus read what flowviz writes of a program, and compares each number with the program's trace.

Usage: prometheus.py FLOWVIZ PROGRAM [ARGUMENTS]

The program is recorded into a file, which 'flowviz metrics --every' follows. node_exporter's textfile collector reads the text that it
writes. Beside it, each scrape of a small server runs 'flowviz metrics' once for OpenMetrics. Needs prometheus and
prometheus-node-exporter.
"""
import http.server
import json
import math
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

PATIENCE = 600  # seconds
SAMPLE = re.compile(r'^(\w+)\{(.*)\} (\S+)$')
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def samples(text):
    """The samples of a text: by name and labels."""
    found = {}
    for line in text.splitlines():
        match = None if line.startswith("#") else SAMPLE.match(line)
        if match:
            labels = {name: re.sub(r"\\(.)", r"\1", value) for name, value in LABEL.findall(match[2])}
            found[(match[1], frozenset(labels.items()))] = float(match[3])
    return found


def serve(flowviz, trace):
    """Answers each request with the figures of the trace as they are then."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            text = subprocess.run([flowviz, "metrics", trace], capture_output=True, check=True).stdout
            self.send_response(200)
            self.send_header("Content-Type", "application/openmetrics-text; version=1.0.0; charset=utf-8")
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def stored(port, job):
    """What Prometheus has of a job now; nothing while it cannot be asked."""
    query = urllib.parse.urlencode({"query": '{__name__=~"flow_.*",job="%s"}' % job})
    try:
        with urllib.request.urlopen("http://127.0.0.1:%d/api/v1/query?%s" % (port, query)) as answer:
            results = json.load(answer)["data"]["result"]
    except (OSError, KeyError, ValueError):
        return {}
    found = {}
    for result in results:
        labels = {k: v for k, v in result["metric"].items() if k not in ("__name__", "instance", "job")}
        found[(result["metric"]["__name__"], frozenset(labels.items()))] = float(result["value"][1])
    return found


def differences(wanted, found):
    return ["%s %s: %s in the text, %s in Prometheus" % (key[0], dict(key[1]), wanted.get(key), found.get(key))
            for key in sorted(wanted.keys() | found.keys(), key=str)
            if key not in wanted or key not in found or not math.isclose(wanted[key], found[key], rel_tol=1e-12)]


def wait_for(is_done):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if is_done():
            return True
        time.sleep(0.2)
    return False


def events(flowviz, trace):
    lines = subprocess.run([flowviz, "export", trace, "--format", "jsonl"], capture_output=True, check=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def check_dashboard(port):
    """Asks Prometheus what each panel asks it."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../assets/flowviz-dashboard.json")
    with open(path) as file:
        panels = json.load(file)["panels"]
    wrong = []
    for panel in panels:
        for target in panel["targets"]:
            expression = target["expr"].replace("$program", ".*").replace("$pipeline", ".*").replace("$__rate_interval", "1m")
            query = urllib.parse.urlencode({"query": expression})
            try:
                with urllib.request.urlopen("http://127.0.0.1:%d/api/v1/query?%s" % (port, query)) as answer:
                    json.load(answer)
            except OSError as error:
                wrong.append("panel '%s': %s" % (panel["title"], error))
    return wrong


def check_trace(found, trace_events):
    """Compares what was lost, and what came to each sink, with the events themselves."""
    wrong = []
    lost, lost_events = {}, {}
    for (name, labels), number in found.items():
        if name == "flow_stage_dropped_total":
            reason = dict(labels)["reason"]
            lost[reason] = lost.get(reason, 0) + number
    for event in trace_events:
        if event["kind"] == "dropped":
            reason = event["reason"].replace(": ", "_").replace(" ", "_")
            lost_events[reason] = lost_events.get(reason, 0) + 1
    if lost != lost_events or not lost:
        wrong.append("lost: %s in Prometheus, %s in the trace" % (lost, lost_events))
    # The first stage's values are what its output carried; in this program each stage has one output.
    lanes = {}
    for event in trace_events:
        if event["kind"] == "value":
            lanes[event["lane"]] = lanes.get(event["lane"], 0) + 1
    for (name, labels), number in found.items():
        stage = dict(labels).get("stage")
        if name == "flow_stage_values_total" and stage == "PassthroughSubject" and lanes.get(stage) != number:
            wrong.append("values of %s: %s in Prometheus, %s in the trace" % (stage, number, lanes.get(stage)))
    return wrong


def main():
    flowviz, program = os.path.abspath(sys.argv[1]), sys.argv[2:]
    running = []
    with tempfile.TemporaryDirectory() as folder:
        trace, texts = os.path.join(folder, "app.fvz"), os.path.join(folder, "texts")
        os.mkdir(texts)
        os.chmod(folder, 0o755)
        text = os.path.join(texts, "flow.prom")
        exporter_port, port = free_port(), free_port()
        try:
            environment = dict(os.environ, FLOWVIZ="file:%s,size=64M" % trace)
            traced = subprocess.Popen(program, env=environment, stdout=subprocess.DEVNULL)
            running.append(traced)
            if not wait_for(lambda: os.path.exists(trace)):
                return ["the program wrote no trace"]
            writer = subprocess.Popen(
                [flowviz, "metrics", trace, "--every", "500ms", "-o", text, "--format", "prometheus"])
            running.append(writer)
            running.append(subprocess.Popen(
                ["prometheus-node-exporter", "--collector.disable-defaults", "--collector.textfile",
                 "--collector.textfile.directory=" + texts, "--web.listen-address=127.0.0.1:%d" % exporter_port,
                 "--web.disable-exporter-metrics"], stderr=subprocess.DEVNULL))
            config = {
                "global": {"scrape_interval": "1s", "scrape_timeout": "1s"},
                "rule_files": [os.path.abspath(os.path.join(os.path.dirname(__file__), "../assets/flowviz-alerts.yml"))],
                "scrape_configs": [
                    {"job_name": "textfile", "static_configs": [{"targets": ["127.0.0.1:%d" % exporter_port]}]},
                    {"job_name": "openmetrics", "static_configs": [{"targets": ["127.0.0.1:%d" % serve(flowviz, trace)]}]},
                ],
            }
            path = os.path.join(folder, "prometheus.yml")
            with open(path, "w") as file:
                json.dump(config, file)  # JSON is YAML
            running.append(subprocess.Popen(
                ["prometheus", "--config.file=" + path, "--storage.tsdb.path=" + os.path.join(folder, "data"),
                 "--web.listen-address=127.0.0.1:%d" % port, "--log.level=error"]))

            if traced.wait(PATIENCE) != 0 or writer.wait(PATIENCE) != 0:
                return ["the program or its writer failed"]
            with open(text) as file:
                last = samples(file.read())
            once = samples(subprocess.run([flowviz, "metrics", trace], capture_output=True, check=True, text=True).stdout)
            wrong = []
            for job, wanted in (("textfile", last), ("openmetrics", once)):
                if not wait_for(lambda: not differences(wanted, stored(port, job))):
                    wrong += ["%s: %s" % (job, line) for line in differences(wanted, stored(port, job))]
            wrong += check_trace(stored(port, "openmetrics"), events(flowviz, trace))
            wrong += check_dashboard(port)
            print("%d series by textfile and %d by OpenMetrics were compared" % (len(last), len(once)))
            return wrong
        finally:
            for process in reversed(running):
                if process.poll() is None:
                    process.send_signal(signal.SIGTERM)
                    process.wait()


if __name__ == "__main__":
    problems = main()
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)
