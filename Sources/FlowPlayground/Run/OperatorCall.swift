import FlowCore
import FlowOperators
import FlowTrace
import FlowCombine

/// A call being executed, from which a row of the table builds its operator.
struct OperatorCall {
    let run: ChainRun
    let arguments: [Value]
    private let parts: [TermPart]
    let site: CallSite
    /// The operator's node; `nil` if it has none.
    let node: NodeID?

    /// Checks the arguments against their limits, and declares the operator.
    init(run: ChainRun, overload: Overload, arguments: [Value], parts: [TermPart], site: CallSite) throws(Stop) {
        self.run = run
        self.arguments = arguments
        self.parts = parts
        self.site = site
        let offset = overload.signature.receiver == nil ? 0 : 1
        for (index, limit) in overload.limits.enumerated() {
            let name = overload.signature.parameters[index].name
            guard let problem = limit?.problem(with: arguments[index + offset], of: name) else { continue }
            throw .fault(Problem(parts[index + offset].span, problem))
        }
        node = OperatorCall.declare(overload.role, site, in: run)
    }

    private static func declare(_ role: Overload.Role, _ site: CallSite, in run: ChainRun) -> NodeID? {
        guard let stage = site.stage.map({ run.chain.stages[$0] }) else { return nil }
        switch role {
        // A buffer declares itself.
        case .value, .transparent, .wait, .buffer: return nil
        case .stage, .source, .input, .sink, .pausableSink:
            return run.recorder.declareNode(stage.operation.role, stage.operation, detail: stage.argumentText)
        }
    }

    // MARK: Arguments

    var scheduler: VirtualTimeScheduler { run.scheduler }

    /// The output of the publisher made by this call.
    var output: ValueType { site.output }

    func span(_ index: Int) -> Span { parts[index].span }

    func value(_ index: Int) -> Value { arguments[index] }

    func isOmitted(_ index: Int) -> Bool {
        if case .omitted = arguments[index] { true } else { false }
    }

    func int(_ index: Int, standard: Int = 0) -> Int {
        if case .int(let number) = arguments[index] { number } else { standard }
    }

    func number(_ index: Int) -> Double {
        if case .double(let number) = arguments[index] { number } else { 0 }
    }

    func bool(_ index: Int) -> Bool? {
        if case .bool(let truth) = arguments[index] { truth } else { nil }
    }

    func string(_ index: Int) -> String {
        if case .string(let text, _) = arguments[index] { text } else { "" }
    }

    func array(_ index: Int) -> [Value] {
        if case .array(let elements, _) = arguments[index] { elements } else { [] }
    }

    func optional(_ index: Int) -> Value? { arguments[index].wrapped }

    func duration(_ index: Int) -> VirtualTime.Stride {
        if case .duration(let length) = arguments[index] { length } else { .zero }
    }

    func demand(_ index: Int, standard: Subscribers.Demand) -> Subscribers.Demand {
        if case .demand(let demand) = arguments[index] { demand } else { standard }
    }

    func error(_ index: Int) -> FlowError? {
        if case .error(let error) = arguments[index] { error } else { nil }
    }

    /// An argument converted to an error of a stream.
    func failure(_ index: Int) -> any Error { run.error(arguments[index]) }

    func range(_ index: Int) -> Range<Int> {
        if case .range(let range, _) = arguments[index] { range } else { 0..<0 }
    }

    /// A range of indices, which begins at 0 or later.
    func indices(_ index: Int) throws(Stop) -> Range<Int> {
        let range = range(index)
        guard range.lowerBound >= 0 else {
            throw .fault(Problem(parts[index].span, "'range' must not begin below 0, got \(range.lowerBound)"))
        }
        return range
    }

    func grouping(_ index: Int) -> Publishers.TimeGroupingStrategy<VirtualTimeScheduler> {
        guard case .grouping(let interval, let count) = arguments[index] else { return .byTime(scheduler, .seconds(1)) }
        return count.map { .byTimeOrCount(scheduler, interval, $0) } ?? .byTime(scheduler, interval)
    }

    func keepsFull(_ index: Int) -> Bool {
        if case .symbol(.keepFull) = arguments[index] { true } else { false }
    }

    // MARK: Values

    func fault(_ message: String) -> Stop { .fault(Problem(site.span, message)) }

    func text(_ text: String) throws(Stop) -> Value { try run.text(text, at: site.span) }

    func list(_ elements: [Value]) throws(Stop) -> Value { try run.list(elements, at: site.span) }

    /// Turns an array into a value, and counts its memory.
    var charging: ([Value]) -> Value {
        { [run, site] elements in
            do throws(Stop) {
                return try run.list(elements, at: site.span)
            } catch {
                run.stop(error, at: site.stage)
                return .void
            }
        }
    }
}

/// The closures of a chain in the form that operators take. A closure that faults stops the run and returns an arbitrary value,
/// which no other operator receives.
extension OperatorCall {
    /// A closure that a method of an array calls. Each call counts towards the limit of steps, and throws the closure's faults.
    func closure(_ index: Int) -> ([Value]) throws(Stop) -> Value {
        guard case .function(let function) = arguments[index] else { return { (_) throws(Stop) in .void } }
        return { [run, site] (arguments) throws(Stop) in
            try run.countStep(at: site.span)
            return try function(arguments)
        }
    }

    /// A closure that cannot throw.
    func function(_ index: Int) -> ([Value]) -> Value {
        guard case .function(let function) = arguments[index] else { return { _ in .void } }
        return { [run, site] arguments in
            guard !run.isStopped else { return .void }
            do throws(Stop) {
                return try function(arguments)
            } catch {
                run.stop(error, at: site.stage)
                return .void
            }
        }
    }

    /// A closure that may throw. It also throws faults, after which no signal passes.
    private func throwingFunction(_ index: Int) -> ([Value]) throws -> Value {
        guard case .function(let function) = arguments[index] else { return { _ in .void } }
        return { [run, site] arguments in
            do throws(Stop) {
                return try function(arguments)
            } catch {
                if case .thrown(let error) = error { throw error }
                run.stop(error, at: site.stage)
                throw error
            }
        }
    }

    func transform(_ index: Int) -> (Value) -> Value {
        let function = function(index)
        return { function([$0]) }
    }

    func test(_ index: Int) -> (Value) -> Bool {
        let function = function(index)
        return { function([$0]).isTrue }
    }

    func combination(_ index: Int) -> (Value, Value) -> Value {
        let function = function(index)
        return { function([$0, $1]) }
    }

    func comparison(_ index: Int) -> (Value, Value) -> Bool {
        let function = function(index)
        return { function([$0, $1]).isTrue }
    }

    func throwing(_ index: Int) -> (Value) throws -> Value {
        let function = throwingFunction(index)
        return { try function([$0]) }
    }

    func throwingCombination(_ index: Int) -> (Value, Value) throws -> Value {
        let function = throwingFunction(index)
        return { try function([$0, $1]) }
    }

    /// A closure called for its effect; does nothing if omitted.
    func effect(_ index: Int) -> ([Value]) -> Void {
        let function = function(index)
        return { _ = function($0) }
    }

    func errorTransform(_ index: Int) -> (any Error) -> any Error {
        let function = function(index)
        return { [run] error in run.error(function([run.value(of: error)])) }
    }

    func errorMaker(_ index: Int) -> (() -> any Error)? {
        guard !isOmitted(index) else { return nil }
        let function = function(index)
        return { [run] in run.error(function([])) }
    }

    // MARK: Closures that make publishers

    func maker(_ index: Int) -> () -> Value {
        let function = function(index)
        return { function([]) }
    }

    func valueFlow(_ index: Int) -> (Value) -> Input {
        let function = function(index)
        return { [self] in inner(function([$0])) }
    }

    func errorFlow(_ index: Int) -> (any Error) -> Input {
        let function = function(index)
        return { [self] in inner(function([run.value(of: $0)])) }
    }

    func throwingErrorFlow(_ index: Int) -> (any Error) throws -> Input {
        let function = throwingFunction(index)
        return { [self] in inner(try function([run.value(of: $0)])) }
    }

    /// Converts the values of a stream of publishers into publishers, each with a probe.
    var connecting: (Value) -> Input { { [self] in inner($0) } }

    func whenFull(_ index: Int) -> Publishers.BufferingStrategy<any Error> {
        switch arguments[index] {
        case .symbol(.dropNewest): .dropNewest
        case .function: .customError(errorMaker(index) ?? { FlowError("full") })
        default: .dropOldest
        }
    }
}
