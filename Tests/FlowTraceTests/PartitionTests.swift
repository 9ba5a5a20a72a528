import FlowTrace
import Testing

@Suite("binary search")
struct PartitionTests {
    @Test("from the end finds what it finds from the start, in collections of every length up to 40", arguments: 0...40)
    func fromEnd(count: Int) {
        for start in [0, 7] {
            let all = (Array(repeating: -1, count: start) + Array(0..<count)).dropFirst(start)
            #expect(all.count == count)
            for place in 0...count {
                let index = all.startIndex + place
                #expect(all.partitioningIndexFromEnd { $0 >= place } == index)
                #expect(all.partitioningIndex { $0 >= place } == index)
            }
        }
    }
}
