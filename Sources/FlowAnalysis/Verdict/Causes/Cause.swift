/// A known reason why values wait or are lost: a type each, with its condition. FlowText has the words of each in a file of its name.
public enum Cause: Hashable, Sendable {
    case deadlyCall(DeadlyCall)
    case readerLeft(ReaderLeft)
    case unreadStream(UnreadStream)
    case laterInput(LaterInput)
    case busyExecutor(BusyExecutor)
    case blockedSink(BlockedSink)
    case silentDebounce(SilentDebounce)
}

/// The time that a verdict is about.
enum VerdictSpan {
    /// The moment, and the window before it.
    case present
    /// All time up to the moment.
    case run

    var isRun: Bool { self == .run }
}

/// A cause with the stage that is to blame for it.
struct FoundCause {
    let cause: Cause
    /// The index of the stage; `nil` if nobody is to blame.
    let stage: Int?
    let kind: Verdict.Kind
}

extension FlowReporter {
    /// What is said before anything else, also of a pipeline that is over.
    func gravestCause(_ span: VerdictSpan) -> FoundCause? {
        DeadlyCall.found(by: self) ?? ReaderLeft.found(by: self) ?? UnreadStream.found(by: self, span)
    }

    /// What holds the pipeline back, if it is no stage that asks for too little.
    func holdingCause(_ span: VerdictSpan) -> FoundCause? {
        LaterInput.found(by: self, span) ?? BusyExecutor.found(by: self, span) ?? BlockedSink.found(by: self, span)
    }

    /// The stages that only keep values until those below ask for them: streams and channels of tasks.
    var streams: [Int] { judge.order.filter { stages[$0].node?.operation.recordsEach == true } }

    /// The lowest stage that takes values through a stage and others that do nothing by themselves.
    func consumer(from stage: Int) -> Int {
        var consumer = stage
        for _ in stages.indices {
            let view = stages[consumer]
            guard view.outputs.count == 1, view.inputs.count == 1, view.node?.operation.holding == nil, !view.meter.isStore else {
                break
            }
            consumer = view.outputs[0]
        }
        return consumer
    }

    /// How long the oldest value has waited in a stage, in nanoseconds; 0 if it holds none.
    func wait(ofOldestIn stage: Int) -> UInt64 { stages[stage].meter.oldest.map { now - min(now, $0) } ?? 0 }
}
