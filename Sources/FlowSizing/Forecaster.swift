import FlowTrace

/// What would become of the values of a store with other numbers.
package struct SizeForecast: Sendable {
    package let plan: QueuePlan
    package let outcome: QueueOutcome
    /// The range of the number of dropped values: in 9 of 10 simulations with times drawn at random from the recorded ones, with short
    /// and with long times for all values that were not served in the recording, and with both orders of events of one time.
    package let dropped: ClosedRange<Int>
    /// The range of the maximum number of values held at once, likewise.
    package let held: ClosedRange<Int>
}

/// Foretells from the history of a store.
///
/// It rests on assumptions: consumers take as long for a value as recorded, a source does not react to the fate of its values, and a producer
/// that waits takes as long for a value as recorded. It checks itself: with the recorded numbers it must lose as many values as were lost.
package struct Forecaster: Sendable {
    package let history: StoreHistory
    package let recorded: QueueOutcome
    /// The reason to foretell nothing; `nil` if there is none.
    package let doubt: StoreHistory.Doubt?
    /// The number of values dropped, and the maximum held at once, in the simulation with the recorded numbers.
    package let checked: (dropped: Int, held: Int)

    private let times: [ServiceTimes]
    private let tie: QueueSimulation.Tie

    /// The number of simulated arrivals that the replicates of one forecast may cost.
    private static let effort = 2_000_000
    private static let replicates = 3...99

    /// - Complexity: O(*n* log *n*) for *n* arrivals.
    package init(_ history: StoreHistory) {
        self.history = history
        recorded = history.recorded
        let times = history.lives.map(ServiceTimes.init)
        let plan = QueuePlan(asRecorded: history)
        let recorded = recorded
        let trials = QueueSimulation.Tie.allCases.map { ($0, Forecaster.outcome(history, plan, times, $0)) }
        let best = trials.min { $0.1.distance(to: recorded) < $1.1.distance(to: recorded) }
        tie = best?.0 ?? .requestsFirst
        checked = (best?.1.dropped ?? 0, best?.1.peak ?? 0)
        self.times = times
        let delivered = best?.1.delivered ?? 0
        doubt =
            history.doubt ?? Forecaster.miss(.dropped, checked.dropped, recorded.dropped, of: history)
            ?? Forecaster.miss(.delivered, delivered, recorded.delivered, of: history)
            ?? Forecaster.missHeld(checked.held, recorded.peak, of: history)
    }

    /// The doubt if a simulated count is too far from the recorded one: by more than 5 % of all values, and by more than one of many.
    private static func miss(
        _ count: StoreHistory.Count, _ simulated: Int, _ recorded: Int, of history: StoreHistory
    ) -> StoreHistory.Doubt? {
        let (miss, all) = (abs(simulated - recorded), history.arrived)
        let isOff = miss > (all >= 20 ? 1 : 0) && Double(miss) > 0.05 * Double(all)
        return isOff ? .misses(count, simulated: simulated, recorded: recorded) : nil
    }

    /// The doubt if a stage without a size holds another maximum in the simulation: by more than 5 %, and by more than one value.
    private static func missHeld(_ simulated: Int, _ recorded: Int, of history: StoreHistory) -> StoreHistory.Doubt? {
        let miss = abs(simulated - recorded)
        let isOff = !history.hasSize && miss > 1 && Double(miss) > 0.05 * Double(recorded)
        return isOff ? .misses(.held, simulated: simulated, recorded: recorded) : nil
    }

    /// The plan with the recorded numbers.
    package var plan: QueuePlan { QueuePlan(asRecorded: history) }

    /// The outcome with other numbers.
    package func outcome(_ plan: QueuePlan) -> QueueOutcome { Forecaster.outcome(history, plan, times, tie) }

    /// The states of the store with other numbers, in order of time.
    package func states(_ plan: QueuePlan) -> [QueueStep] {
        zip(history.lives, times).reduce(into: []) { steps, life in
            var simulation = QueueSimulation(life.0, history.source, plan, life.1, tie: tie)
            let last = steps.last
            steps += simulation.states().map { $0.after(last) }
        }
    }

    /// The outcomes with other numbers for each order of events of one time, since the recording may not show their order.
    package func outcomes(_ plan: QueuePlan) -> [QueueOutcome] {
        QueueSimulation.Tie.allCases.map { Forecaster.outcome(history, plan, times, $0) }
    }

    /// The outcome with other numbers, with a range from resampling.
    ///
    /// - Complexity: O(*n* log *n*) for each of 3 to 99 replicates of *n* arrivals.
    package func forecast(_ plan: QueuePlan) -> SizeForecast {
        let outcome = outcome(plan)
        let count = min(
            max(Forecaster.effort / max(1, history.arrived), Forecaster.replicates.lowerBound), Forecaster.replicates.upperBound)
        var random = Lottery(seed: UInt64(history.arrived))
        var drawn = times
        let replicates = (0..<count).map { replicate in
            let followsOrder = replicate % 2 == 1 && !history.takesTurns
            for index in drawn.indices { drawn[index].resample(followingOrder: followsOrder, &random) }
            return Forecaster.outcome(history, plan, drawn, tie)
        }
        let extremes =
            [true, false].map { isShort in
                Forecaster.outcome(history, plan, times.map { $0.assuming(short: isShort) }, tie)
            } + outcomes(plan)
        return SizeForecast(
            plan: plan, outcome: outcome, dropped: Forecaster.range(of: replicates, extremes, \.dropped),
            held: Forecaster.range(of: replicates, extremes, \.peak))
    }

    /// The range of a number in 9 of 10 replicates and in all extremes.
    private static func range(
        of replicates: [QueueOutcome], _ extremes: [QueueOutcome], _ number: KeyPath<QueueOutcome, Int>
    ) -> ClosedRange<Int> {
        let sorted = replicates.map { $0[keyPath: number] }.sorted()
        let margin = sorted.count / 20
        let bounds = [sorted[margin], sorted[sorted.count - 1 - margin]] + extremes.map { $0[keyPath: number] }
        return (bounds.min() ?? 0)...(bounds.max() ?? 0)
    }

    private static func outcome(
        _ history: StoreHistory, _ plan: QueuePlan, _ times: [ServiceTimes], _ tie: QueueSimulation.Tie
    ) -> QueueOutcome {
        var outcome = QueueOutcome()
        for (life, times) in zip(history.lives, times) {
            guard history.inputs.isEmpty else {
                JoinSimulation(life, plan).run(into: &outcome)
                continue
            }
            var simulation = QueueSimulation(life, history.source, plan, times, tie: tie)
            simulation.run(into: &outcome)
        }
        return outcome
    }

    // MARK: Answers

    /// The smallest size that the store can have: values flow through a buffer that waits for room only if it has some.
    package var smallestSize: Int { history.source == .pulled || history.source == .fed ? 1 : 0 }

    /// The smallest size with which nothing is lost in this recording. With a producer that waits, nothing ever is.
    package var smallestLossless: Int {
        var unlimited = plan
        unlimited.capacity = nil
        return outcome(unlimited).peak
    }

    /// The smallest number of consumers, as a multiple of the recorded one, that lose as few values with the recorded size as 32 times as many
    /// would; `nil` if no other number is foretold. Even those lose the values that come before the first request.
    package var fewestConsumers: (count: Int, forecast: SizeForecast)? {
        guard history.source == .open, history.foretellsConsumers else { return nil }
        var trial = plan
        func dropped(_ factor: Int) -> Int {
            trial.consumers = factor
            return outcome(trial).dropped
        }
        let least = dropped(Forecaster.mostConsumers)
        trial.consumers = (1..<Forecaster.mostConsumers).first { dropped($0) <= least } ?? Forecaster.mostConsumers
        return (trial.consumers * max(1, history.consumersAtOnce), forecast(trial))
    }

    /// The largest number of consumers for each recorded one.
    private static let mostConsumers = 32

    /// The largest size with which no value waits longer than a limit, in nanoseconds; `nil` if even the smallest one is too large.
    package func largest(waitingAtMost limit: UInt64) -> SizeForecast? {
        var trial = plan
        func fits(_ size: Int) -> Bool {
            trial.capacity = size
            return (outcome(trial).waitTimes?.longest ?? 0) <= limit
        }
        var (low, high) = (smallestSize, max(smallestSize, smallestLossless))
        guard fits(low) else { return nil }
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(middle) { low = middle } else { high = middle - 1 }
        }
        trial.capacity = low
        return forecast(trial)
    }

    /// The values that arrive in a second, and the values that the consumers could take in one; `nil` if too few are known, or if all came in a
    /// burst, which has no rate: in less time than the consumer takes for some values. The work on a scheduler is known where values waited
    /// for it, so it has to be known of nine in ten.
    package var load: (arriving: Double, taken: Double)? {
        guard history.source == .open, history.inputs.isEmpty, let arriving = recorded.arrivalRate else { return nil }
        let (mean, count) = services
        guard count > 0, mean > 0, Double(recorded.arrivalSpan) >= Forecaster.burst * mean else { return nil }
        guard !history.takesTurns || count >= history.delivered * 9 / 10 else { return nil }
        return (arriving, Double(max(1, history.consumersAtOnce)) * 1e9 / mean)
    }

    /// The number of values that a consumer takes while a burst arrives, at most.
    private static let burst = 5.0

    /// The mean time that a consumer takes for a value, from a request for it that can be met at once to the next request, in nanoseconds,
    /// and the number of values that it rests on. Of batches, each value has its share.
    package var services: (mean: Double, count: Int) {
        var (sum, count) = (0.0, 0)
        for (life, times) in zip(history.lives, times) {
            let units = life.requestsSingly ? life.grants.count : life.grants.reduce(0) { $0.saturatingSum($1.units) }
            sum += life.grants.reduce(0) { $0 + Double($1.delay) } + times.meanFetch * Double(life.grants.count)
            count = count.saturatingSum(units)
        }
        return (count == 0 ? 0 : sum / Double(count), count)
    }

    /// Whether more arrived than the consumers could take, up to the end of the recording: no size would suffice for ever.
    package var isOverloaded: Bool {
        guard let load, load.arriving > load.taken else { return false }
        return history.lives.allSatisfy { $0.finished == nil }
    }
}
