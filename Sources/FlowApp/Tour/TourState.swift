import FlowTrace

/// Where the user is on the tour.
package struct TourState: Equatable {
    /// The stop at which it goes on, from 0.
    package var reached = 0
    /// The stop that is shown, from 0; the number of stops behind the last one, `nil` while the tour is not taken.
    package private(set) var stop: Int?
    /// The answer that was chosen.
    var prediction: Int?
    /// Whether the key was pressed, or the prediction has come true or not.
    private(set) var isAnswered = false
    /// The stops that were answered once.
    private var answered: Set<Int> = []
    /// How fast time ran before.
    var usualSpeed = 1.0
    /// Whether the stop reached could not be kept; it is said once.
    var cannotKeep = false

    /// Shows a stop.
    mutating func go(to stop: Int, usualSpeed: Double) {
        if self.stop == nil { self.usualSpeed = usualSpeed }
        self.stop = stop
        reached = stop % Tour.stops.count
        begin()
    }

    /// Whether the stop that is shown was answered once, so that going on skips nothing.
    var isDone: Bool { isAnswered || stop.map(answered.contains) == true }

    mutating func answer() {
        isAnswered = true
        if let stop { answered.insert(stop) }
    }

    /// Forgets what was answered in the run that is shown.
    mutating func begin() { (prediction, isAnswered) = (nil, false) }

    mutating func leave() {
        stop = nil
        begin()
    }
}

extension AppState {
    /// The stop that is shown, `nil` off the tour and behind its end.
    var tourStop: TourStop? {
        guard choice != nil, let stop = tour.stop, Tour.stops.indices.contains(stop) else { return nil }
        return Tour.stops[stop]
    }

    /// When the run starts to be looked at: a stop of the tour begins where there is something to see.
    var startTime: TraceTime {
        guard let stop = tourStop, stop.isShown(self) else { return .zero }
        return stop.start
    }

    /// Begins a stop anew with its run; other variants, where its answer has sent the user to them, run.
    mutating func beginStop() {
        guard let stop = tourStop else { return }
        if stop.isShown(self) {
            tour.begin()
            isFrozen = stop.isFrozen
        } else if stop.other(self) != nil {
            isFrozen = false
        }
    }

    /// Whether the verdict would give away what is asked.
    var hidesVerdict: Bool {
        guard let stop = tourStop, stop.isShown(self), case .predict = stop.task else { return false }
        return !tour.isAnswered
    }
}
