import FlowSystem
import FlowText
import FlowTry
import FlowViews

extension TryPlayback {
    /// The maximum number of output lines on the screen.
    private static let maximumLines = 500

    /// The state of the build or the run in words.
    var panel: TriedPanel {
        switch phase {
        case .failed(let reason), .due(failure: let reason?):
            return TriedPanel(title: "cannot be run", tone: .trouble, lines: [PanelLine(reason, .trouble)], showsStart: true)
        case .building(let build, _) where !build.outcome.isRunning: return panel(of: build)
        case .due(failure: nil):
            var panel = runPanel
            panel.title = joined("waiting for another flowviz try, which is building", panel.title)
            return panel
        case .building(let build, _):
            let progress = build.output.progress.map { ", \($0.words)" } ?? ""
            var panel = runPanel
            panel.title = joined("building\(progress)", panel.title)
            if run == nil {
                panel.lines = [PanelLine(build.note, .muted)]
            }
            return panel
        case .started: return runPanel
        }
    }

    private var runPanel: TriedPanel { run.map(panel(of:)) ?? TriedPanel(title: "") }

    private func joined(_ first: String, _ second: String) -> String { second.isEmpty ? first : "\(first) · \(second)" }

    /// The compiler's messages, or the reason why a build has failed.
    private func panel(of build: any TriedBuild) -> TriedPanel {
        if case .failed(let reason) = build.outcome {
            return TriedPanel(title: "cannot be built", tone: .trouble, lines: [PanelLine(reason, .trouble)], showsStart: true)
        }
        let errors = build.output.messages.filter { $0.kind == .error }.count
        let lines = build.output.messages.filter { $0.kind != .warning }.flatMap { message in
            zip(build.lines(of: message, naming: name), [message.kind == .error ? PanelLine.Tone.trouble : .muted, .plain, .key])
                .map {
                    PanelLine($0, $1)
                }
        }
        return TriedPanel(title: errors == 1 ? "1 error" : "\(errors) errors", tone: .trouble, lines: lines, showsStart: true)
    }

    /// The first position in the file that a backtrace names.
    private static func place(in output: OutputTail, of name: String) -> String? {
        let words = output.lines(maximumLines).lazy.compactMap {
            $0.split(separator: " ").last.map { FileName.last(of: String($0)) }
        }
        return words.first { $0.hasPrefix("\(name):") }
    }

    private func panel(of run: TriedRun) -> TriedPanel {
        let output = run.output.newest
        let lines = output.lines(TryPlayback.maximumLines).map { PanelLine($0) }
        var words: [String] = []
        var tone = PanelLine.Tone.good
        switch run.end {
        case nil: words.append("running")
        case .exited(0):
            words.append("ended")
            tone = .plain
        case _? where run.isStopped:
            words.append("was ended")
            tone = .plain
        case let end?:
            words.append("ended with \(end.words)\(TryPlayback.place(in: output, of: name).map { " at \($0)" } ?? "")")
            tone = .trouble
        }
        if let duration = run.duration { words[0] += " after \(Seconds.duration(nanoseconds: duration))" }
        let count = output.lineCount
        words.append(count == 1 ? "1 line printed" : count == 0 ? "nothing printed" : "\(count) lines printed")
        if !warnings.isEmpty { words.append(warnings.count == 1 ? "1 warning" : "\(warnings.count) warnings") }
        words += run.tried.notes
        return TriedPanel(title: words.joined(separator: " · "), tone: tone, lines: lines)
    }
}
