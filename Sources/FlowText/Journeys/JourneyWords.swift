import FlowAnalysis
import FlowModel
import FlowTrace

extension Journey {
    /// The journey in a line: `4 came out of source at 1.000, waited 0.70 s in buffer, was delivered at 1.700`.
    ///
    /// - Parameters:
    ///   - log: The events of the journey.
    ///   - text: Writes the value of an event; by default the value itself.
    public func words(in log: TraceLog, text: ((TraceEntry) -> String)? = nil) -> String {
        let entries = events.compactMap { log[sequence: $0] }
        guard let first = entries.first, let last = entries.last else { return "" }
        let write = text ?? { log.value(of: $0)?.description ?? StreamModel.undescribed }
        let parts = [start(first, write, log)] + waits(entries, log) + [finish(first, last, write, log)]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func start(_ first: TraceEntry, _ write: (TraceEntry) -> String, _ log: TraceLog) -> String {
        let verb = first.kind == .value || first.kind == .offered ? "came out of" : "was in"
        return "\(write(first)) \(verb) \(origin(of: first, log)) at \(Seconds.text(first.time))"
    }

    /// The node that sent the value, or the first known edge of the value.
    private func origin(of first: TraceEntry, _ log: TraceLog) -> String {
        log.edgeStage(first.edge)
    }

    private func waits(_ entries: [TraceEntry], _ log: TraceLog) -> [String] {
        zip(entries, entries.dropFirst()).compactMap { enter, exit in
            guard enter.kind == .buffered, exit.time > enter.time else { return nil }
            return "waited \(Seconds.duration(nanoseconds: exit.time - enter.time)) in \(store(enter, log))"
        }
    }

    private func store(_ entry: TraceEntry, _ log: TraceLog) -> String {
        log.edgeStage(entry.edge)
    }

    private func finish(_ first: TraceEntry, _ last: TraceEntry, _ write: (TraceEntry) -> String, _ log: TraceLog) -> String {
        let time = Seconds.text(last.time)
        let name = write(last) == write(first) ? "" : " as \(write(last))"
        switch end {
        case .delivered: return last.sequence == first.sequence && last.kind != .value ? "" : "was delivered\(name) at \(time)"
        case .held: return "is held in \(store(last, log)) since \(time)"
        case .dropped(let reason): return "was dropped at \(time): \(words(for: reason, of: last, log))"
        case .filtered(let node): return "was left out by \(log.stageName(node) ?? "\(node)") at \(time)"
        case .collected(let node): return "went into the result of \(log.stageName(node) ?? "\(node)") at \(time)"
        case .inside(let node): return "went into \(log.stageName(node) ?? "\(node)")\(name) at \(time)"
        }
    }

    private func words(for reason: DropReason, of entry: TraceEntry, _ log: TraceLog) -> String {
        (log.dropWords(entry) ?? reason.name).replacing(":", with: ",")
    }
}
