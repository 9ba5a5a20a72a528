import FlowAnalysis
import FlowModel
import FlowScreen
import FlowSessions
import FlowText
import FlowTrace
import FlowVerdict

/// Writes a diagnosis for people: the verdict, a row for each stage, losses, forecasts, and gaps.
enum DiagnosisText {
    /// The maximum number of lines without `--all`.
    static let limit = 60
    /// The maximum number of lines for violations, and for gaps.
    private static let room = 20

    /// - Parameter isWhole: Whether every stage of every pipeline gets a row.
    static func lines(of diagnosis: Diagnosis, isWhole: Bool) -> [String] {
        let reports = diagnosis.reports
        // A run, or a single pipeline, needs no summary and no name.
        let isList = diagnosis.hasNames && reports.count > 1
        let summary = isList ? [PipelineCounts(reports).words, ""] : []
        let groups = isList && !isWhole ? reports.grouped(alike: AlikeTrouble.init) : reports.map { [$0] }
        let pipelines = groups.map { group in
            (isList ? title(of: group) : []) + test(of: group)
                + self.lines(of: group[0], isRun: diagnosis.isRun, isWhole: isWhole)
        }
        let rules = RuleText.lines(of: diagnosis.violations)
        let missing = executors(diagnosis, isWhole: isWhole) + diagnosis.notes.map { "missing: \($0)" }
        var lines = summary
        if isWhole {
            lines += Array(pipelines.joined(separator: [""])) + rules + missing
        } else {
            let room = limit - summary.count - min(room, rules.count) - min(room, missing.count)
            lines += fitted(pipelines, of: groups, room)
            lines += cut(rules, to: self.room, "on violations") + cut(missing, to: self.room, "on what is missing")
        }
        return lines.map { TextWidth.sanitised($0) }
    }

    /// `the main actor: jobs waited 0.1 s on average and at most 2.1 s`; without `--all`, only of an executor for which a job waited long.
    private static func executors(_ diagnosis: Diagnosis, isWhole: Bool) -> [String] {
        diagnosis.executors.filter { isWhole || $0.longest >= longWait }.map { "\($0.executor.words): \($0.text)" }
    }

    /// In nanoseconds.
    private static let longWait: UInt64 = 100_000_000

    /// What alike pipelines in trouble have in common whose lines say the same.
    private struct AlikeTrouble: Hashable {
        let likeness: Likeness
        let kind: Verdict.Kind
        /// The text of the failure and its place, or none.
        let failure: String?
        let place: SourcePlace?

        init?(of report: PipelineReport) {
            guard report.trouble.isWrong || report.tests.hasFailed, let likeness = report.likeness else { return nil }
            (self.likeness, kind) = (likeness, report.verdict.kind)
            (failure, place) = (report.verdict.failure, report.failedPlace)
        }
    }

    /// `in test Rooms/joins(), RoomTests.swift:8: failed`.
    private static func test(of group: [PipelineReport]) -> [String] {
        let tests = group[0].tests.tests
        guard !tests.isEmpty else { return [] }
        return tests.map { test in
            let line = test.line.map { ", \($0)" } ?? ""
            return "in test \(test.name)\(line)\(test.outcome.map { ": \($0.word)" } ?? "")"
        }
    }

    /// `yield ▸ AsyncStream ▸ for await  Service.swift:8`; of several pipelines their number, and a line on the one that follows.
    private static func title(of group: [PipelineReport]) -> [String] {
        guard let title = group[0].title else { return [] }
        let place = group[0].place.map { "  \($0.short)" } ?? ""
        guard group.count > 1 else { return ["\(title.name)\(place)"] }
        return [
            "\(title.shape.joined(separator: " ▸ "))  ×\(group.count)\(place)", "\(group.count) alike; here is \(title.name)",
        ]
    }

    /// The pipelines that fit; the first one is cut if it does not. If something is wrong with some, the others share a line.
    private static func fitted(_ pipelines: [[String]], of groups: [[PipelineReport]], _ room: Int) -> [String] {
        guard let first = pipelines.first else { return [] }
        let wrong = groups.prefix { $0[0].trouble.isWrong || $0[0].tests.hasFailed }.count
        let wanted = wrong == 0 ? pipelines.count : wrong
        // Each kind of omitted pipelines takes a blank line, or a line.
        let room = room - (wanted < pipelines.count ? 3 : 2)
        var lines = cut(first, to: room, "on this pipeline")
        var shown = 1
        while shown < wanted, lines.count + 1 + pipelines[shown].count <= room {
            lines += [""] + pipelines[shown]
            shown += 1
        }
        let quiet = groups[wanted...].flatMap(\.self)
        let isWell = PipelineCounts(quiet).isWell
        let omitted = [
            summary(of: groups[shown..<wanted].flatMap(\.self)) { "more \(noun($0))" },
            summary(of: quiet) { isWell ? "\(noun($0)) with nothing wrong" : "more \(noun($0))" },
        ].compactMap(\.self)
        return lines + (omitted.isEmpty ? [] : [""] + omitted)
    }

    private static func noun(_ count: Int) -> String { count == 1 ? "pipeline" : "pipelines" }

    /// `44 more pipelines: 3 failed, 41 held back; 1 of them dropped 12 values; --all lists them`; `nil` for none.
    private static func summary(of reports: [PipelineReport], _ subject: (Int) -> String) -> String? {
        guard !reports.isEmpty else { return nil }
        let counts = PipelineCounts(reports)
        let head = "\(reports.count) \(subject(reports.count)): \(counts.kindWords)"
        return ([head] + counts.remarks + ["--all lists them"]).joined(separator: "; ")
    }

    /// The maximum number of stages to name with their peaks.
    private static let listedPeaks = 6

    /// `buffer 5, AsyncStream 600`: the peaks of stages that have held values; `nil` if none is known to have held any. If records are
    /// missing, the true peak may be higher.
    private static func peaks(of stages: [StageReport]) -> String? {
        let holders = stages.filter { $0.peak > 0 && $0.held?.isLeast != true }
        guard !holders.isEmpty else { return nil }
        let named = holders.count > listedPeaks ? holders.sorted { $0.peak > $1.peak }.prefix(listedPeaks) : holders[...]
        let text = named.map { "\($0.peak) in \($0.name)\($0.excess.map { " (\($0))" } ?? "")" }.joined(separator: ", ")
        return holders.count > listedPeaks ? "\(text), \(holders.count - listedPeaks) more" : text
    }

    private static func cut(_ lines: [String], to limit: Int, _ subject: String) -> [String] {
        guard lines.count > limit else { return lines }
        return lines.prefix(limit - 1) + ["\(lines.count - limit + 1) more lines \(subject); --all lists them"]
    }

    /// The verdicts on the run and on the present, the requested one first.
    private static func verdicts(_ report: PipelineReport, isRun: Bool) -> [String] {
        let (present, run) = (report.verdict, report.run)
        // Both say the same about a pipeline that is over or flowing.
        if present.end != nil && run.end != nil || present == run { return [run.text] }
        if present.flowsEmpty, run.kind == .flowing { return [isRun ? run.text : present.text] }
        let head = "the run: \(run.text)"
        return isRun ? [head, "at its end: \(present.text)"] : ["at \(Seconds.text(report.time)) s: \(present.text)", head]
    }

    /// `began at 27.51 s: the last request`, `the stall began at 2.00 s`; `nil` if nothing is wrong, or if the verdict tells the time.
    private static func onset(of report: PipelineReport) -> String? {
        guard report.trouble.isWrong, let onset = report.onset else { return nil }
        let time = "\(Seconds.text(onset.time)) s"
        let isTold = (report.verdict.text + report.run.text).contains(" \(time)")
        if isTold { return nil }
        return onset.words.hasSuffix(" began") ? "\(onset.words) at \(time)" : "began at \(time): \(onset.words)"
    }

    private static func lines(of report: PipelineReport, isRun: Bool, isWhole: Bool) -> [String] {
        var lines = verdicts(report, isRun: isRun)
        lines += report.lives.map { ["  \($0.words); here is the last of them"] } ?? []
        if !report.stages.isEmpty {
            lines += [""] + StageTable(report, isWhole: isWhole).lines
            lines += peaks(of: report.stages).map { ["  held at most: \($0)"] } ?? []
        }
        lines += (onset(of: report).map { [$0] } ?? []) + report.notes.map { "note: \($0)" }
        // Gaps that the verdict names are not repeated.
        return lines + report.missing.map(\.text).filter { !report.verdict.text.contains($0) }.map { "missing: \($0)" }
    }
}

/// Writes violations of the contract, and noteworthy behaviour that it allows, for people and for programs.
enum RuleText {
    /// Each violation with the text of its rule, then the allowed behaviour.
    static func lines(of violations: ViolationList) -> [String] {
        let broken = violations.violations.flatMap { group -> [String] in
            let rule = group.first.rule
            let known = group.first.known.map { [$0] } ?? []
            return ["violation: \(text(group))"] + (known + ["\(rule.explanation) \(rule.source)"]).map { "  \($0)" }
        }
        return broken + violations.allowed.map { "allowed: \(text($0))" }
    }

    /// `output got a value with no demand outstanding (1.1 more values than demand; event 4 at 2 s)`.
    private static func text(_ group: ViolationGroup) -> String {
        let (first, rule) = (group.first, group.first.rule)
        let more = group.count == 1 ? "" : "; \(group.count) times at \(group.stage), the last at \(group.last) s"
        return "\(first.words) (\(rule.number) \(rule.title); event \(first.sequence) at \(first.time) s\(more))"
    }

    /// The list in JSON.
    static func json(_ violations: [ViolationGroup]) -> String {
        JSONText.list(
            violations.map { group in
                let (first, rule) = (group.first, group.first.rule)
                return JSONText.object([
                    ("rule", JSONText.string(rule.number)), ("title", JSONText.string(rule.title)),
                    ("source", JSONText.string(rule.source)), ("stage", JSONText.string(group.stage)),
                    ("text", JSONText.string(first.words)), ("known", first.known.map(JSONText.string) ?? "null"),
                    ("count", "\(group.count)"), ("seq", "\(first.sequence)"), ("t", "\(first.time)"),
                    ("last", "\(group.last)"),
                ])
            })
    }
}

/// Writes a diagnosis for programs: one JSON object on one line, with the same keys in the same order every time.
enum DiagnosisJSON {
    static func line(of diagnosis: Diagnosis) -> String {
        let pipelines = diagnosis.reports.map { pipeline($0, isRun: diagnosis.isRun) }
        return JSONText.object([
            ("version", "1"), ("program", (diagnosis.program?.name).map(JSONText.string) ?? "null"),
            ("process", (diagnosis.program?.process).map { "\($0)" } ?? "null"),
            ("summary", JSONText.string(PipelineCounts(diagnosis.reports).words)),
            ("pipelines", JSONText.list(pipelines)),
            ("violations", RuleText.json(diagnosis.violations.violations)),
            ("allowed", RuleText.json(diagnosis.violations.allowed)),
            ("missing", JSONText.list(diagnosis.notes.map(JSONText.string))),
            ("executors", JSONText.list(diagnosis.executors.map(executor))),
        ])
    }

    private static func executor(_ delay: ExecutorDelay) -> String {
        JSONText.object([
            ("name", JSONText.string(delay.executor.word)), ("jobs", "\(delay.count)"),
            ("wait", delay.mean.map(JSONText.seconds) ?? "null"), ("longestWait", JSONText.seconds(delay.longest)),
            ("recentWait", JSONText.seconds(delay.recent)), ("waiting", delay.waiting.map(JSONText.seconds) ?? "null"),
            ("blocked", "\(delay.isBlocked)"), ("text", JSONText.string(delay.text)),
        ])
    }

    private static func pipeline(_ report: PipelineReport, isRun: Bool) -> String {
        JSONText.object(
            [
                ("id", report.title.map { "\($0.id.edge.rawValue)" } ?? "null"),
                ("name", report.title.map { JSONText.string($0.name) } ?? "null"),
                ("tests", JSONText.list(report.tests.tests.map(test))),
                ("at", report.place?.location.map { JSONText.string("\($0)") } ?? "null"),
                ("t", "\(report.time)"), ("window", JSONText.seconds(report.window)),
                ("rateWindow", JSONText.seconds(report.rateWindow.length)),
            ]
                + verdict(isRun ? report.run : report.verdict, report) + [
                    ("onset", report.onset.map { "\($0.time)" } ?? "null"),
                    ("onsetText", report.onset.map { JSONText.string($0.words) } ?? "null"),
                    ("run", JSONText.object(verdict(report.run, report))),
                    ("now", JSONText.object(verdict(report.verdict, report))),
                    ("lives", report.lives.map(lives) ?? "null"), ("stages", JSONText.list(report.stages.map(stage))),
                    ("feeds", JSONText.list(report.loops.filter(\.isOwnLoop).map(relation))),
                    ("fedBy", JSONText.list(report.loops.filter { !$0.isOwnLoop }.map(relation))),
                    ("notes", JSONText.list(report.notes.map(JSONText.string))),
                    ("missing", JSONText.list(report.missing.map { JSONText.string($0.text) })),
                ])
    }

    private static func test(_ test: SuiteTest) -> String {
        JSONText.object([
            ("id", JSONText.string(test.id)), ("name", JSONText.string(test.name)),
            ("outcome", test.outcome.map { JSONText.string($0.word) } ?? "null"),
        ])
    }

    private static func verdict(_ verdict: Verdict, _ report: PipelineReport) -> [(String, String)] {
        [
            ("verdict", JSONText.string(verdict.kind.rawValue)),
            ("culprit", (verdict.beyond?.name ?? report.culprit(of: verdict)?.name).map(JSONText.string) ?? "null"),
            ("culpritPipeline", verdict.beyond.map { "\($0.pipeline.edge.rawValue)" } ?? "null"),
            ("culpritProcess", (verdict.beyond?.process).map { "\($0)" } ?? "null"),
            ("waiter", verdict.beyond.flatMap { _ in report.culprit(of: verdict) }.map { JSONText.string($0.name) } ?? "null"),
            ("executor", verdict.executor.map { JSONText.string($0.word) } ?? "null"),
            ("text", JSONText.string(verdict.text)), ("failure", verdict.failure.map(JSONText.string) ?? "null"),
        ]
    }

    private static func lives(_ lives: StreamLives) -> String {
        JSONText.object([
            ("count", "\(lives.count)"), ("live", "\(lives.live)"), ("finished", "\(lives.finished)"),
            ("failed", "\(lives.failed)"), ("cancelled", "\(lives.cancelled)"), ("neverRead", "\(lives.unread)"),
            ("droppedUnread", "\(lives.droppedUnread)"), ("dropped", "\(lives.dropped)"),
        ])
    }

    private static func relation(_ relation: LoopRelation) -> String {
        let feed = relation.feed
        return JSONText.object([
            ("loop", JSONText.string(feed.loop.name)), ("loopAt", location(feed.loop.place)), ("loops", "\(feed.loop.count)"),
            ("loopsThere", "\(feed.loopsThere)"), ("stream", JSONText.string(feed.stream.name)),
            ("streamAt", location(feed.stream.place)), ("streams", "\(feed.stream.count)"),
            ("pipelines", JSONText.list(relation.pipelines.map { "\($0.edge.rawValue)" })),
            ("text", JSONText.string(relation.text)),
        ])
    }

    private static func location(_ place: SourcePlace?) -> String {
        place?.location.map { JSONText.string("\($0)") } ?? "null"
    }

    private static func stage(_ stage: StageReport) -> String {
        JSONText.object(facts(stage) + figures(stage))
    }

    private static func facts(_ stage: StageReport) -> [(String, String)] {
        [
            ("name", JSONText.string(stage.name)), ("kind", JSONText.string(stage.operatorName)),
            ("element", stage.element.map(JSONText.string) ?? "null"), ("role", JSONText.string(stage.role.rawValue)),
            ("detail", JSONText.string(stage.node?.arguments ?? "")),
            ("at", (stage.location ?? stage.place?.location).map { JSONText.string("\($0)") } ?? "null"),
            ("place", stage.place.map(place) ?? "null"),
        ]
    }

    private static func figures(_ stage: StageReport) -> [(String, String)] {
        let dropped = stage.losses.map(\.count).reduce(0, +)
        return [
            ("recent", shares(stage.recent)), ("overall", shares(stage.overall)), ("in", JSONText.number(stage.rateIn)),
            ("out", JSONText.number(stage.rateOut)), ("valuesIn", stage.valuesIn.map(String.init) ?? "null"),
            ("valuesOut", stage.valuesOut.map(String.init) ?? "null"),
            ("dropped", "\(dropped)"), ("amplification", JSONText.number(stage.amplification)),
            ("wait", stage.meanWait.map(JSONText.seconds) ?? "null"),
            ("longestWait", stage.longestWait.map(JSONText.seconds) ?? "null"), ("held", held(stage.held, isLeast: false)),
            ("heldAtLeast", held(stage.held, isLeast: true)),
            ("waits", "\(stage.waits)"), ("peak", "\(stage.peak)"), ("capacity", stage.capacity.map(String.init) ?? "null"),
            ("losses", JSONText.list(stage.losses.map(loss))), ("forecast", stage.forecast.map(forecast) ?? "null"),
        ]
    }

    private static func place(_ place: SourcePlace) -> String {
        JSONText.object([
            ("function", text(place.function)), ("file", text(place.file)), ("line", place.line > 0 ? "\(place.line)" : "null"),
            ("module", text(place.module)), ("address", place.address.map { "\($0)" } ?? "null"),
        ])
    }

    private static func text(_ text: String) -> String { text.isEmpty ? "null" : JSONText.string(text) }

    /// The count if it is of the wanted kind, exact or a lower bound: each has a separate key.
    private static func held(_ held: HeldCount?, isLeast: Bool) -> String {
        held.flatMap { $0.isLeast == isLeast ? "\($0.count)" : nil } ?? "null"
    }

    private static func shares(_ shares: StageShares) -> String {
        JSONText.object([
            ("busy", JSONText.number(shares.busy)), ("starved", JSONText.number(shares.starved)),
            ("heldBack", JSONText.number(shares.heldBack)),
        ])
    }

    private static func loss(_ loss: LossReport) -> String {
        JSONText.object([
            ("reason", JSONText.string(loss.reason.name)), ("failure", loss.failure.map(JSONText.string) ?? "null"),
            ("count", "\(loss.count)"),
            ("values", JSONText.list(loss.values.map(JSONText.string))),
            ("first", "\(loss.first)"), ("last", "\(loss.last)"),
        ])
    }

    private static func forecast(_ forecast: Forecast) -> String {
        JSONText.object([
            ("growth", JSONText.number(forecast.growth)), ("fullIn", forecast.fullIn.map(JSONText.seconds) ?? "null"),
        ])
    }
}
