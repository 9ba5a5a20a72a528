#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowCore
    import FlowTrace
    import FlowCombine
    import Testing

    @Suite("Publishers and tasks, traced")
    struct BridgeTests {
        @Test func `the values of a publisher are one pipeline with the tasks that consume them`() async {
            let recorder = Recorder()
            let (tracer, made) = FlowTracer.tracing(into: recorder) {
                CurrentTarget.with(TraceTarget(recorder: recorder)) {
                    (1...3).publisher.handleEvents().values.probe("values").map { $0 * 10 }.makeAsyncIterator()
                }
            }
            var iterator = made
            var values: [Int] = []
            while let value = await iterator.next() { values.append(value) }
            tracer.stop()
            let traced = Traced(recorder)

            #expect(values == [10, 20, 30])
            #expect(
                traced.graph == [
                    "map: map -> for await", "values: values -> map", "handleEvents: handleEvents -> values",
                    "publisher: publisher -> handleEvents",
                ])
            #expect(traced.values(.value, on: "values") == ["1", "2", "3"])
            #expect(traced.count(.request, on: "handleEvents") == 3)
            #expect(traced.residues == [])
        }
    }
#endif
