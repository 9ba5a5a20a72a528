import FlowTrace
import Testing

@Suite("binary search")
struct PartitionTests {
    @Test("finds the first element that is not below, in collections of every length up to 40", arguments: 0...40)
    func first(count: Int) {
        for start in [0, 7] {
            let all = (Array(repeating: -1, count: start) + Array(0..<count)).dropFirst(start)
            #expect(all.count == count)
            for place in 0...count {
                let index = all.startIndex + place
                #expect(all.partitioningIndex { $0 >= place } == index)
            }
        }
    }
}
