import FlowTrace

/// The user's position on the tour.
package struct TourState: Equatable {
    /// The stop at which the tour continues, from 0.
    package var reached = 0
    /// The stop shown, from 0. After the last stop, the number of stops; off the tour, `nil`.
    package private(set) var stop: Int?
    /// The index of the chosen answer.
    var prediction: Int?
    /// Whether the task is done: the key was pressed, or the prediction is decided.
    private(set) var isAnswered = false
    /// The stops that have been answered before.
    private var answered: Set<Int> = []
    /// The speed of time before the tour.
    var usualSpeed = 1.0
    /// Whether the stop could not be saved, which is reported once.
    var cannotKeep = false

    /// Shows a stop.
    mutating func go(to stop: Int, usualSpeed: Double) {
        if self.stop == nil { self.usualSpeed = usualSpeed }
        self.stop = stop
        reached = stop % Tour.stops.count
        begin()
    }

    /// Whether the shown stop has been answered, so that going on skips nothing.
    var isDone: Bool { isAnswered || stop.map(answered.contains) == true }

    mutating func answer() {
        isAnswered = true
        if let stop { answered.insert(stop) }
    }

    /// Forgets the answer, for a new run.
    mutating func begin() { (prediction, isAnswered) = (nil, false) }

    mutating func leave() {
        stop = nil
        begin()
    }
}

extension AppState {
    /// The stop shown, `nil` off the tour and after its end.
    var tourStop: TourStop? {
        guard choice != nil, let stop = tour.stop, Tour.stops.indices.contains(stop) else { return nil }
        return Tour.stops[stop]
    }

    /// The time at which the run is shown first: a stop of the tour begins at an interesting moment.
    var startTime: TraceTime {
        guard let stop = tourStop, stop.isShown(self) else { return .zero }
        return stop.start
    }

    /// Begins a stop again when its run restarts. In a variant to which the answer of the stop leads, time runs.
    mutating func beginStop() {
        guard let stop = tourStop else { return }
        if stop.isShown(self) {
            tour.begin()
            isFrozen = stop.isFrozen
        } else if stop.other(self) != nil {
            isFrozen = false
        }
    }

    /// Whether the verdict would give away the answer.
    var hidesVerdict: Bool {
        guard let stop = tourStop, stop.isShown(self), case .predict = stop.task else { return false }
        return !tour.isAnswered
    }
}
