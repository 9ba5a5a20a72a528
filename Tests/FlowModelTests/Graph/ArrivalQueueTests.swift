import FlowTestSupport
import Testing
@testable import FlowGraph

@Suite("ArrivalQueue")
struct ArrivalQueueTests {
    @Test(arguments: 0..<50) func `it does what an array does`(seed: Int) {
        var random = SeededChance(seed: UInt64(seed))
        var list = ArrivalQueue<Int>()
        var array: [Int] = []
        for number in 0..<300 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...3:
                list.append(number)
                array.append(number)
            case 4, 5:
                let first = array.isEmpty ? nil : array.removeFirst()
                #expect(list.popFirst() == first)
            case 6:
                let reach = Int.random(in: 0..<6, using: &random)
                let index = array.prefix(reach).firstIndex { $0 % 3 == 0 }
                let found = index.map { array.remove(at: $0) }
                #expect(list.removeFirst(within: reach) { $0 % 3 == 0 } == found)
            default:
                list.update { $0 += 1 }
                array = array.map { $0 + 1 }
            }
            #expect(Array(list.elements) == array)
            #expect(list.count == array.count && list.isEmpty == array.isEmpty && list.first == array.first)
        }
        #expect(Array(list.removeAll()) == array)
        #expect(list.isEmpty)
    }
}
