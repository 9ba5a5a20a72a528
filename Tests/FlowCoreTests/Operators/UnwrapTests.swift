import FlowCore
import OpenCombineShim
import Testing

@Suite("unwrap")
struct UnwrapTests {
    @Test func `a nil does not count against demand`() {
        let log = OperatorLog()
        let output = OperatorRecorder<Never>(log: log, initial: .max(3))

        [1, 2, nil, 3, nil, 4].publisher.unwrap().subscribe(output)
        #expect(log.lines == ["subscribed", "1", "2", "3"])

        output.request(.max(1))
        #expect(log.lines == ["subscribed", "1", "2", "3", "4", "finished"])
    }

    @Test func `without a limit all that is there comes through`() {
        let log = OperatorLog()

        [1, 2, nil, 3, nil, 4].publisher.unwrap().subscribe(OperatorRecorder<Never>(log: log, initial: .unlimited))

        #expect(log.lines == ["subscribed", "1", "2", "3", "4", "finished"])
    }
}
