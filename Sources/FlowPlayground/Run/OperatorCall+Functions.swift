import FlowCore
import OpenCombineShim

/// Closures of a chain as operators take them. One that faults stops the run and gives any value: no other operator sees it.
extension OperatorCall {
    /// A closure that cannot throw.
    func function(_ index: Int) -> ([Value]) -> Value {
        guard case .function(let function) = arguments[index] else { return { _ in .void } }
        return { [run, place] arguments in
            guard !run.isStopped else { return .void }
            do throws(Stop) {
                return try function(arguments)
            } catch {
                run.stop(error, at: place.stage)
                return .void
            }
        }
    }

    /// A closure that may throw; a fault is thrown too, after which nothing passes any more.
    private func throwingFunction(_ index: Int) -> ([Value]) throws -> Value {
        guard case .function(let function) = arguments[index] else { return { _ in .void } }
        return { [run, place] arguments in
            do throws(Stop) {
                return try function(arguments)
            } catch {
                if case .thrown(let error) = error { throw error }
                run.stop(error, at: place.stage)
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

    /// A closure that is run for what it does, nothing where it is left out.
    func effect(_ index: Int) -> ([Value]) -> Void {
        let function = function(index)
        return { _ = function($0) }
    }

    func errorTransform(_ index: Int) -> (any Error) -> any Error {
        let function = function(index)
        return { error in
            if case .error(let mapped) = function([.error(FlowError(error))]) { mapped } else { error }
        }
    }

    func errorMaker(_ index: Int) -> (() -> any Error)? {
        guard !isOmitted(index) else { return nil }
        let function = function(index)
        return { if case .error(let error) = function([]) { error } else { FlowError("failed") } }
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
        return { [self] in inner(function([.error(FlowError($0))])) }
    }

    func throwingErrorFlow(_ index: Int) -> (any Error) throws -> Input {
        let function = throwingFunction(index)
        return { [self] in inner(try function([.error(FlowError($0))])) }
    }

    /// What a stream of publishers sends, each with its probe.
    var connecting: (Value) -> Input {
        { [self] in inner($0) }
    }

    func whenFull(_ index: Int) -> Publishers.BufferingStrategy<any Error> {
        switch arguments[index] {
        case .word(.dropNewest): .dropNewest
        case .function: .customError(errorMaker(index) ?? { FlowError("full") })
        default: .dropOldest
        }
    }
}
