extension Recorder {
    /// Records a signal without a value: subscribed, finished, cancel.
    @discardableResult
    public func record(_ kind: SignalKind, on edge: EdgeID) -> CauseMark {
        isOpen ? write(kind, edge, 0, .none, to: writer) : .none
    }

    /// Records demand: a request, or what `receive(_:)` returned.
    @discardableResult
    public func record(_ kind: SignalKind, on edge: EdgeID, demand: Demand) -> CauseMark {
        isOpen ? write(kind, edge, 0, .demand(demand), to: writer) : .none
    }

    /// Records a signal with a value.
    @discardableResult
    public func record(_ kind: SignalKind, on edge: EdgeID, value: TraceValue, reason: DropReason? = nil) -> CauseMark {
        isOpen ? write(kind, edge, reason?.rawValue ?? 0, value: value, to: writer) : .none
    }

    /// Records what the subscriber or operator at an edge says it is doing.
    @discardableResult
    public func record(state: StreamState, on edge: EdgeID) -> CauseMark {
        record(.state, on: edge, value: .string(state.description))
    }

    /// Records a signal with a value and makes it the cause of what this thread records until ``leave(_:)-(CauseScope)``.
    ///
    /// As ``record(_:on:value:reason:)`` and ``enter(_:)``, but what belongs to the thread is looked for once.
    package func recordCause(_ kind: SignalKind, on edge: EdgeID, value: TraceValue) -> CauseScope {
        let writer = writer
        let mark = isOpen ? write(kind, edge, 0, value: value, to: writer) : .none
        return CauseScope(writer: writer, outer: writer._withUnsafeGuaranteedRef { $0.enter(mark) })
    }

    /// Ends a scope, on the thread that began it.
    package func leave(_ scope: CauseScope) {
        _ = scope.writer._withUnsafeGuaranteedRef { $0.enter(scope.outer) }
    }

    /// Makes a record the cause of what this thread records until ``leave(_:)``.
    ///
    /// - Returns: The cause before, for ``leave(_:)``.
    public func enter(_ mark: CauseMark) -> CauseMark {
        writer._withUnsafeGuaranteedRef { $0.enter(mark) }
    }

    /// Ends the scope of an ``enter(_:)``.
    public func leave(_ outer: CauseMark) {
        _ = writer._withUnsafeGuaranteedRef { $0.enter(outer) }
    }

    /// Runs `body` with a record as the cause of what this thread records meanwhile.
    public func causing<Result>(_ mark: CauseMark, _ body: () throws -> Result) rethrows -> Result {
        let outer = enter(mark)
        defer { leave(outer) }
        return try body()
    }

    private func write(
        _ kind: SignalKind, _ edge: EdgeID, _ flags: UInt8, value: TraceValue, to writer: Unmanaged<ThreadWriter>
    ) -> CauseMark {
        switch value {
        case .int(let number): return write(kind, edge, flags, .int(number), to: writer)
        case .double(let number): return write(kind, edge, flags, .double(number), to: writer)
        case .bool(let truth): return write(kind, edge, flags, .bool(truth), to: writer)
        case .string(let text):
            if let payload = TraceEvent.Payload.inlineText(text.utf8) { return write(kind, edge, flags, payload, to: writer) }
            return write(kind, edge, flags, longText: text, to: writer)
        }
    }

    private func write(
        _ kind: SignalKind, _ edge: EdgeID, _ flags: UInt8, _ payload: TraceEvent.Payload, to writer: Unmanaged<ThreadWriter>
    ) -> CauseMark {
        let time = now
        let mark = writer._withUnsafeGuaranteedRef {
            $0.record(kind, edge: edge, flags: flags, payload: payload, time: time)
        }
        return mark ?? drop()
    }

    private func write(
        _ kind: SignalKind, _ edge: EdgeID, _ flags: UInt8, longText: String, to writer: Unmanaged<ThreadWriter>
    ) -> CauseMark {
        var text = longText
        let time = now
        let mark = text.withUTF8 { bytes in
            writer._withUnsafeGuaranteedRef {
                $0.record(kind, edge: edge, flags: flags, text: bytes, time: time)
            }
        }
        return mark ?? drop()
    }
}
