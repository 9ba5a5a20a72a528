/// The forecasts for one store, as `flowviz size` shows them.
package struct SizeReport: Sendable {
    /// A change to the recorded numbers.
    package enum Change: Hashable, Sendable {
        case size(Int)
        /// The size stays, but a full store drops the other end.
        case policy(dropsOldest: Bool)
        /// Consumers that take a value in less time.
        case speed(Double)
        /// The number of consumers at once.
        case consumers(Int)
        /// A source of another rate.
        case rate(Double)
        /// One of several inputs with another rate.
        case input(Int, rate: Double)
    }

    package struct Row: Sendable {
        package let change: Change
        package let forecast: SizeForecast
    }

    package let history: StoreHistory
    package let recorded: QueueOutcome
    /// The reason to foretell nothing; `nil` if there is none.
    package let doubt: StoreHistory.Doubt?
    /// The number of values dropped, and the maximum held at once, in the simulation with the recorded numbers.
    package let checked: (dropped: Int, held: Int)
    /// One change each, the sizes first. Empty if nothing is foretold.
    package let rows: [Row]
    /// The smallest size that loses nothing in this recording; `nil` if nothing is foretold, or if the producer waits anyway.
    package let smallestLossless: Int?
    /// The forecast for that size; `nil` if there is none, or if only the answers are wanted.
    package let lossless: SizeForecast?
    /// The smallest number of consumers that lose as few values with the recorded size as 32 times as many; `nil` if they are not foretold.
    package let fewestConsumers: (count: Int, forecast: SizeForecast)?
    /// The limit asked for, in nanoseconds, and the largest size that keeps it; the size is `nil` if none does. A larger one than the
    /// largest that is ever used has the same waits.
    package let limited: (limit: UInt64, forecast: SizeForecast?, isAny: Bool)?
    /// The sizes up to the smallest that loses nothing; `nil` if nothing is foretold, or if the producer waits anyway.
    package let curve: SizeCurve?
    package let load: (arriving: Double, taken: Double)?
    package let isOverloaded: Bool
    /// The mean time of a consumer for a value, in nanoseconds, and the number of values that it rests on.
    package let services: (mean: Double, count: Int)

    /// The maximum number of sizes chosen without a request.
    private static let sizeLimit = 10

    /// - Parameters:
    ///   - isWhole: Whether there are rows and a curve, beside the answers.
    ///   - sizes: The sizes to foretell; by default powers of two up to the size that loses nothing.
    ///   - maxWait: A limit on the wait of each value, in nanoseconds.
    /// - Complexity: O(rows · *n* log *n*) for *n* arrivals, with some replicates for each row.
    package init(_ history: StoreHistory, isWhole: Bool = true, sizes: [Int]? = nil, maxWait: UInt64? = nil) {
        let forecaster = Forecaster(history)
        (self.history, recorded) = (history, forecaster.recorded)
        (doubt, checked) = (forecaster.doubt, forecaster.checked)
        (load, isOverloaded) = (forecaster.load, forecaster.isOverloaded)
        services = forecaster.services
        guard doubt == nil else {
            (rows, smallestLossless, limited, curve, fewestConsumers, lossless) = ([], nil, nil, nil, nil, nil)
            return
        }
        let enough = forecaster.smallestLossless
        smallestLossless = history.source == .open && history.hasSize ? enough : nil
        limited = maxWait.map { limit in
            let forecast = history.hasSize ? forecaster.largest(waitingAtMost: limit) : nil
            return (limit, forecast, forecast?.plan.capacity == max(enough, forecaster.smallestSize))
        }
        guard isWhole else {
            (rows, curve, fewestConsumers, lossless) = ([], nil, nil, nil)
            return
        }
        fewestConsumers = forecaster.fewestConsumers
        curve =
            history.source == .open && history.hasSize && !forecaster.plan.fails ? SizeCurve(of: forecaster, upTo: enough) : nil
        let chosen = sizes?.map { max($0, forecaster.smallestSize) } ?? SizeReport.sizes(upTo: enough, of: history)
        let sizes = history.hasSize ? chosen : []
        rows = (sizes.map(Change.size) + SizeReport.changes(for: history)).map { change in
            Row(change: change, forecast: forecaster.forecast(change.applied(to: forecaster.plan, of: history)))
        }
        lossless = smallestLossless.map { forecaster.forecast(Change.size($0).applied(to: forecaster.plan, of: history)) }
    }

    /// The sizes to foretell: powers of two up to the size that loses nothing, that size, and the recorded one.
    package static func sizes(upTo lossless: Int, of history: StoreHistory) -> [Int] {
        var sizes = Set([lossless] + (history.capacity.map { [$0] } ?? []))
        let last = max(lossless, history.source == .open ? 0 : 2 * (history.capacity ?? 0))
        var powers = [1]
        while powers[powers.count - 1] < last { powers.append(powers[powers.count - 1] * 2) }
        let step = max(1, (powers.count + sizeLimit - 1) / sizeLimit)
        for (index, power) in powers.dropLast().enumerated() where index % step == 0 { sizes.insert(power) }
        return sizes.sorted()
    }

    private static func changes(for history: StoreHistory) -> [Change] {
        var changes: [Change] = []
        if history.source == .open, history.capacity.map({ $0 > 0 }) == true, history.dropper == nil,
            let overflow = history.overflow,
            overflow != .fail
        {
            changes.append(.policy(dropsOldest: overflow != .dropOldest))
        }
        if history.hidesSource { return changes }
        guard history.inputs.isEmpty else {
            return history.inputs.indices.flatMap { input in [0.5, 2].map { .input(input, rate: $0) } }
        }
        changes += [1.25, 2, 4].map(Change.speed)
        if history.foretellsConsumers { changes += [2, 4, 8].map { .consumers($0 * max(1, history.consumersAtOnce)) } }
        return changes + [0.5, 2].map(Change.rate)
    }
}

extension SizeReport.Change {
    /// The recorded plan with this change.
    fileprivate func applied(to recorded: QueuePlan, of history: StoreHistory) -> QueuePlan {
        var plan = recorded
        switch self {
        case .size(let size): plan.capacity = size
        case .policy(let dropsOldest): plan.dropsOldest = dropsOldest
        case .speed(let speed): plan.speed = speed
        case .consumers(let count): plan.consumers = max(1, count / max(1, history.consumersAtOnce))
        case .rate(let rate): plan.rate = rate
        case .input(let input, let rate): (plan.input, plan.rate) = (input, rate)
        }
        return plan
    }
}
