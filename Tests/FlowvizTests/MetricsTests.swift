import FlowExport
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

@Suite("Metrics", .notForever)
struct MetricsTests {
    /// The lines of samples, without the ones that depend on the time of the run.
    private static func samples(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { line in
            !line.hasPrefix("#") && !["_created{", "_seconds{", "_seconds_total{"].contains { line.contains($0) }
        }
    }

    /// The samples of the small traced program after it has doubled a number.
    private static func samples(of program: String, values: Int) -> [String] {
        let labels = { (stage: String) in
            "program=\"\(program)\",pipeline=\"PassthroughSubject → filter → map → sink\",number=\"1\",stage=\"\(stage)\""
        }
        let stages = ["PassthroughSubject", "filter", "map", "sink"]
        return stages.map { "flow_stage_values_total{\(labels($0))} \(values)" }
            + stages.map { "flow_pipeline_culprit{\(labels($0))} 0" }
            + ["flow_trace_missing_events_total{program=\"\(program)\"} 0", "flow_trace_incomplete{program=\"\(program)\"} 0"]
    }

    // MARK: Runs and traces

    @Test func `a chain that drops has its counts in a text that is always the same`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("chain.fvz")
        let chain = """
            marbles("ABCDEFGH---------|").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).pace(.milliseconds(400))
            """
        let run = try Program.run(["eval", chain, "-o", path, "--until", "2"])
        #expect(run.status == .exited(0))
        let metrics = try Program.run(["metrics", path, "--format", "prometheus"])
        let stage = { (name: String) in
            "{program=\"flowviz\",pipeline=\"marbles → buffer → pace → sink\",number=\"1\",stage=\"\(name)\""
        }

        #expect(metrics.status == .exited(0) && metrics.errors == "")
        #expect(
            metrics.output == """
                # HELP flow_stage_values_total Values that came to the stage, of a source those that it sent.
                # TYPE flow_stage_values_total counter
                flow_stage_values_total\(stage("marbles"))} 8
                flow_stage_values_total\(stage("buffer"))} 8
                flow_stage_values_total\(stage("pace"))} 6
                flow_stage_values_total\(stage("sink"))} 6
                # HELP flow_stage_dropped_total Values that the stage dropped, by reason.
                # TYPE flow_stage_dropped_total counter
                flow_stage_dropped_total\(stage("buffer")),reason="overflow_oldest"} 1
                # HELP flow_stage_held Values that wait in the stage.
                # TYPE flow_stage_held gauge
                flow_stage_held\(stage("buffer"))} 1
                # HELP flow_stage_capacity How many values may wait in the stage, if there is a limit.
                # TYPE flow_stage_capacity gauge
                flow_stage_capacity\(stage("buffer"))} 2
                # HELP flow_stage_demand Values that the stage has asked for and not got yet, unless it asked for all.
                # TYPE flow_stage_demand gauge
                flow_stage_demand\(stage("pace"))} 0
                # HELP flow_stage_oldest_seconds How long the oldest value has waited in the stage.
                # TYPE flow_stage_oldest_seconds gauge
                flow_stage_oldest_seconds\(stage("buffer"))} 0.25
                # HELP flow_stage_state_seconds_total How long the stage was busy, had asked and got nothing (starved), was asked for nothing (held_back), or was held or slowed by a viewer (held_by_viewer).
                # TYPE flow_stage_state_seconds_total counter
                flow_stage_state_seconds_total\(stage("marbles")),state="busy"} 0
                flow_stage_state_seconds_total\(stage("marbles")),state="starved"} 2
                flow_stage_state_seconds_total\(stage("marbles")),state="held_back"} 0
                flow_stage_state_seconds_total\(stage("buffer")),state="busy"} 0
                flow_stage_state_seconds_total\(stage("buffer")),state="starved"} 0
                flow_stage_state_seconds_total\(stage("buffer")),state="held_back"} 1.65
                flow_stage_state_seconds_total\(stage("pace")),state="busy"} 2
                flow_stage_state_seconds_total\(stage("pace")),state="starved"} 0
                flow_stage_state_seconds_total\(stage("pace")),state="held_back"} 0
                flow_stage_state_seconds_total\(stage("sink")),state="busy"} 0
                flow_stage_state_seconds_total\(stage("sink")),state="starved"} 2
                flow_stage_state_seconds_total\(stage("sink")),state="held_back"} 0
                # HELP flow_pipeline_culprit 1 if the stage holds its pipeline back, else 0.
                # TYPE flow_pipeline_culprit gauge
                flow_pipeline_culprit\(stage("marbles"))} 0
                flow_pipeline_culprit\(stage("buffer"))} 0
                flow_pipeline_culprit\(stage("pace"))} 1
                flow_pipeline_culprit\(stage("sink"))} 0
                # HELP flow_trace_missing_events_total Events that could not be recorded or read, and count nowhere.
                # TYPE flow_trace_missing_events_total counter
                flow_trace_missing_events_total{program="flowviz"} 0
                # HELP flow_trace_incomplete 1 if records are missing, so that figures are left out or count too little, else 0.
                # TYPE flow_trace_incomplete gauge
                flow_trace_incomplete{program="flowviz"} 0

                """)
    }

    @Test(arguments: ["overflow --until 9", "share-replay", "batch-demand", "pausable-sink --send 2:pause --until 9"])
    func `a recorded run has the figures of the run`(line: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("run.fvz")
        let words = line.split(separator: " ").map(String.init)
        _ = try Program.run(["run"] + words + ["-o", path])

        let run = try Program.run(["metrics"] + words)
        let recorded = try Program.run(["metrics", path])

        #expect(run.status == .exited(0) && run.errors == "" && recorded.errors == "")
        #expect(run.output.hasSuffix("# EOF\n") && run.output.split(separator: "\n").count > 20)
        #expect(recorded.output == run.output.replacing("program=\"\(words[0])\"", with: "program=\"flowviz\""))
    }

    // MARK: Programs

    @Test func `a program is read while it runs, by its number, its socket or alone`() throws {
        let session = try TracedSession()
        #expect(session.works(with: 21))
        let number = String(try #require(session.socket.split(separator: "/").last).prefix { $0 != "." })

        for subject in [[], [number], [session.socket], [session.trace], ["--all"]] {
            let run = try Program.run(["metrics"] + subject, session.changes)
            #expect(run.status == .exited(0) && run.errors == "", "\(subject)")
            #expect(MetricsTests.samples(run.output) == MetricsTests.samples(of: "FlowTracedProgram", values: 1), "\(subject)")
        }
        #expect(session.works(with: 22))
    }

    @Test func `programs of one name are added up, and of several one has to be named`() throws {
        let first = try TracedSession()
        let second = try TracedSession(beside: first)
        #expect(first.works(with: 1) && second.works(with: 2) && second.works(with: 3))

        let all = try Program.run(["metrics", "--all"], first.changes)
        let any = try Program.run(["metrics"], first.changes)

        #expect(MetricsTests.samples(all.output) == MetricsTests.samples(of: "FlowTracedProgram", values: 3))
        #expect(any.status == .exited(1))
        #expect(
            any.errorLines == [
                "flowviz: 2 traced processes are running; name one, as 'flowviz attach' lists them, or add --all"
            ])
    }

    @Test func `of programs that are stopped the others are read, and it is said who does not answer`() throws {
        let first = try TracedSession()
        let others = [try TracedSession(beside: first), try TracedSession(beside: first)]
        #expect(first.works(with: 1))
        for other in others { other.program.signal(SIGSTOP) }

        let run = try Program.run(["metrics", "--all"], first.changes)

        #expect(run.status == .exited(0))
        #expect(MetricsTests.samples(run.output) == MetricsTests.samples(of: "FlowTracedProgram", values: 1))
        #expect(run.errorLines.count == 2)
        #expect(
            run.errorLines.allSatisfy {
                $0.hasPrefix("flowviz: process ") && $0.hasSuffix(" gives no answer; if it is suspended, kill -CONT resumes it")
            }, "\(run.errorLines)")
        for other in others { other.program.signal(SIGCONT) }
    }

    @Test func `a new file is everybody's to read, and one that is replaced as closed as it was`() throws {
        let folder = try TemporaryFolder()
        for (before, after) in [(nil, 0o644), (0o600, 0o600), (0o640, 0o640), (0o664, 0o664), (0o755, 0o644)]
            as [(mode_t?, mode_t)]
        {
            let path = folder.path("flow.prom")
            unlink(path)
            if let before {
                try "older".write(toFile: path, atomically: true, encoding: .utf8)
                chmod(path, before)
            }

            #expect(try Program.run(["metrics", "pace", "--format", "prometheus", "-o", path]).status == .exited(0))

            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == after)
            #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("#"))
        }
    }

    @Test(
        .needs(.anotherUser),
        arguments: [("--clear-groups", 0o600, Need.nobodysNumber), ("--groups=1", 0o640, 1)] as [(String, mode_t, gid_t)])
    func `a file keeps its group, and where that is not the user's to give, no group is let in`(
        groups: String, mode: mode_t, group: gid_t
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("flow.prom")
        try "older".write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0o640)
        for owned in [folder.path, path] { chown(owned, Need.nobodysNumber, owned == path ? 1 : Need.nobodysNumber) }

        let run = try ProgramRun(
            "/usr/bin/setpriv",
            [
                "--reuid=65534", "--regid=65534", groups, Program.path, "metrics", "pace", "--format", "prometheus", "-o", path,
            ],
            environment: Program.environment)

        var status = stat()
        #expect(run.status == .exited(0) && run.errors == "")
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode && status.st_gid == group)
        #expect(status.st_uid == Need.nobodysNumber)
    }

    @Test func `a file is written until the program has ended, whole at any time, and has the last counts then`() throws {
        let session = try TracedSession()
        let path = session.folder.path("flow.prom")
        let words = ["metrics", "-o", path, "--format", "prometheus"]
        _ = try Program.run(words, session.changes)
        let first = try String(contentsOfFile: path, encoding: .utf8)
        let writer = try Program.start(words + ["--every", "100ms"], session.changes)
        var (text, count) = (first, 0)
        // Waits until the file has been written again, and a little longer.
        while text == first || count % 100 != 0 {
            count += 1
            #expect(session.works(with: count))
            text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.split(separator: "\n").last?.hasPrefix("flow_trace_start_time_seconds{program=") == true)
        }
        session.program.send("\u{4}")

        #expect(writer.waitForExit() == .exited(0))
        text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(MetricsTests.samples(text) == MetricsTests.samples(of: "FlowTracedProgram", values: count))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
        #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.path).sorted() == ["flow.prom", "flowviz"])
    }

    @Test func `programs that start later are taken up, and what ended ones counted stays`() throws {
        let first = try TracedSession()
        let path = first.folder.path("flow.prom")
        let writer = try Program.start(
            ["metrics", "--all", "--every", "100ms", "-o", path, "--format", "prometheus"], first.changes)
        func values() -> String? {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.rows(with: "stage=\"sink\"").first { $0.hasPrefix("flow_stage_values_total") }
                .map { String($0.drop { $0 != "}" }) }
        }
        var count = 0
        while values() != "} \(count)" || count < 10 {
            guard count < 10 else { continue }
            count += 1
            #expect(first.works(with: count))
        }
        first.program.send("\u{4}")
        #expect(first.program.waitForExit() == .exited(0))
        let second = try TracedSession(beside: first)
        #expect(second.works(with: 11) && second.works(with: 12))
        while values() != "} 12" {}
        writer.signal(SIGTERM)

        #expect(writer.waitForExit() == .signalled(SIGTERM))
        #expect(second.works(with: 13))
        #expect(try FileManager.default.contentsOfDirectory(atPath: first.folder.path).sorted() == ["flow.prom", "flowviz"])
    }

    @Test func `a file that nobody writes any more ends it, however its program ended`() throws {
        let folder = try TemporaryFolder()
        let (trace, path) = (folder.path("a.fvz"), folder.path("flow.prom"))
        let environment = Program.environment.merging(["FLOWVIZ": "file:\(trace)"]) { $1 }
        let program = try PTY(BuiltProgram.path("FlowTracedProgram"), [], environment: environment)
        #expect(program.wait(for: "ready"))
        program.send("21\n")
        #expect(program.wait(for: "doubled 42"))
        program.signal(SIGKILL)
        #expect(program.waitForExit() == .signalled(SIGKILL))

        let run = try Program.run(["metrics", trace, "--every", "1m", "-o", path])

        #expect(run.status == .exited(0) && run.errors == "" && run.output == "")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(MetricsTests.samples(text) == MetricsTests.samples(of: "FlowTracedProgram", values: 1))
    }

    @Test func `without a program it says what to start`() throws {
        let folder = try TemporaryFolder()
        let run = try Program.run(["metrics"], ["XDG_RUNTIME_DIR": folder.path])
        let named = try Program.run(["metrics", "1"], ["XDG_RUNTIME_DIR": folder.path])

        #expect(run.status == .exited(1))
        #expect(
            run.errorLines == [
                "flowviz: no traced process of this user is running; start a program that links FlowAgent with FLOWVIZ=1"
            ])
        #expect(named.errorLines == ["flowviz: no traced process 1; 'flowviz attach' lists those of this user"])
    }

    // MARK: Missing records

    @Test func `where a ring has come round, what is not known is left out, and counters count since then`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let line = "printf '1\\n2\\n3\\n' | FLOWVIZ=\"file:$1,size=1M,ring\" \"$0\" flood"
        let program = try ProgramRun(
            "/bin/sh", ["-c", line, BuiltProgram.path("FlowTracedProgram"), path], environment: Program.environment)
        #expect(program.status == .exited(0))
        let file = try TraceFile(path)

        let run = try Program.run(["metrics", path])

        #expect(run.status == .exited(0))
        #expect(file.hasWrapped && run.errorLines.count == 1)
        // The shares of time of an earlier subscription are unknown; those of a later one are known.
        let known = run.output.rows(with: "state_seconds_total{").compactMap { $0.firstMatch(of: #/stage="(.*?)"/#)?.output.1 }
        #expect(known == ["dropFirst", "dropFirst", "dropFirst", "sink", "sink", "sink"])
        #expect(run.output.rows(with: "flow_trace_incomplete{") == ["flow_trace_incomplete{program=\"FlowTracedProgram\"} 1"])
        let since = try #require(run.output.rows(with: "start_time_seconds{").first?.split(separator: " ").last)
        #expect(try #require(Double(since)) > Double(file.wallClock) / 1e9)
    }

    // MARK: Prometheus

    @Test(
        .needs(.promtool),
        arguments: ["overflow --until 9", "share-replay", "batch-demand", "rate-limiters --until 9"])
    func `promtool finds nothing to check`(line: String) throws {
        let check = try Program.shell(
            "\"$0\" metrics \(line) --format prometheus | \(Need.promtoolPath ?? "") check metrics")

        #expect(check.status == .exited(0))
        #expect(check.output == "" && check.errors == "")
    }

    @Test(.needs(.promtool))
    func `promtool finds the alerts to be in order`() throws {
        let rules = Repository.root.appending(path: "assets/flowviz-alerts.yml").path
        let check = try Program.shell("\(Need.promtoolPath ?? "") check rules '\(rules)'")

        #expect(check.status == .exited(0))
        #expect(check.output.rows(with: "rules found") == ["  SUCCESS: 4 rules found"])
    }

    @Test(arguments: [("assets/flowviz-alerts.yml", 4), ("assets/flowviz-dashboard.json", 10), ("docs/metrics.md", 12)])
    func `alerts, dashboard and documents name metrics that are written`(path: String, count: Int) throws {
        let pattern = #/\bflow_(?:stage|pipeline|executor|trace)_\w+/#
        let names = try Repository.text(path).matches(of: pattern).map { String($0.output) }
        let written = FlowMetric.all.map(\.sampleName)

        #expect(Set(names).subtracting(written) == [])
        #expect(Set(names).count == count)
    }

    @Test func `the dashboard is JSON, and each of its panels asks for something`() throws {
        let text = try Repository.text("assets/flowviz-dashboard.json")
        let dashboard = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let panels = try #require(dashboard["panels"] as? [[String: Any]])
        let targets = panels.map { ($0["targets"] as? [[String: Any]])?.compactMap { $0["expr"] as? String } ?? [] }

        #expect(panels.count == 9)
        #expect(targets.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.contains("flow_") } })
    }
}
