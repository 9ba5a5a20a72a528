#if Metrics
    import CoreMetrics
    import FlowAnalysis
    import FlowExport
    import FlowTrace
    import FlowVerdict

    /// Folds the contents of a recorder, and publishes the figures to a metrics backend.
    struct FigurePublisher {
        /// The identity of a counter or a gauge of the backend.
        private struct Series: Hashable {
            let metric: String
            let labels: [MetricLabel]

            var dimensions: [(String, String)] { labels.map { ($0.name, $0.value) } }
        }

        /// The number of events kept when older ones are forgotten, as causes of later events.
        private static let kept = 4_096

        private let program: String
        private let since: UInt64
        private let factory: any MetricsFactory
        private var fold = TraceFold(isMeasuring: true)
        private var table = FigureTable()
        private var counters: [Series: (counter: Counter, count: Int)] = [:]
        private var durations: [Series: (counter: FloatingPointCounter, nanoseconds: UInt64)] = [:]
        private var gauges: [Series: Gauge] = [:]

        /// - Parameter since: The start of recording, in nanoseconds since 1970.
        init(program: String, since: UInt64, factory: any MetricsFactory) {
            (self.program, self.since, self.factory) = (VisibleText.line(program, limit: 200), since, factory)
        }

        /// Reads new records of a recorder.
        mutating func read(_ recorder: FlowTrace.Recorder) {
            let known = fold.end.sequence
            if known - fold.log.forgotten > 2 * FigurePublisher.kept { fold.forget(upTo: known - FigurePublisher.kept) }
            fold.update { recorder.drain(into: &$0) }
        }

        /// Publishes the figures of a moment.
        mutating func publish(at time: TraceTime) {
            let log = fold.log
            let rows = table.fold(fold.figures(at: time))
            let figures = ProgramFigures(program: program, since: since, missing: log.missed, rows: rows)
            var known: Set<Series> = []
            for metric in FlowMetric.all {
                for sample in metric.samples(figures) {
                    let series = Series(metric: metric.sampleName, labels: sample.labels)
                    switch (metric.kind, sample.number) {
                    case (.counter, .count(let count)): add(count, to: series)
                    case (.counter, .seconds(let nanoseconds)): add(nanoseconds, to: series)
                    case (.gauge, .count(let count)): set(series, to: Double(count))
                    case (.gauge, .seconds(let nanoseconds)): set(series, to: Double(nanoseconds) / 1e9)
                    // The waits for executors, which only the agent measures.
                    case (.histogram, _): break
                    }
                    if metric.kind == .gauge { known.insert(series) }
                }
            }
            for (series, gauge) in gauges where !known.contains(series) {
                gauge.destroy()
                gauges[series] = nil
            }
        }

        private mutating func add(_ count: Int, to series: Series) {
            let (counter, before) =
                counters[series] ?? (Counter(label: series.metric, dimensions: series.dimensions, factory: factory), 0)
            counter.increment(by: max(count, before) - before)
            counters[series] = (counter, max(count, before))
        }

        private mutating func add(_ nanoseconds: UInt64, to series: Series) {
            let (counter, before) =
                durations[series] ?? (
                    FloatingPointCounter(label: series.metric, dimensions: series.dimensions, factory: factory), 0
                )
            counter.increment(by: Double(max(nanoseconds, before) - before) / 1e9)
            durations[series] = (counter, max(nanoseconds, before))
        }

        private mutating func set(_ series: Series, to number: Double) {
            let gauge = gauges[series] ?? Gauge(label: series.metric, dimensions: series.dimensions, factory: factory)
            gauge.record(number)
            gauges[series] = gauge
        }
    }
#endif
