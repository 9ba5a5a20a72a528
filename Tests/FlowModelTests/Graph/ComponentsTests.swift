import FlowTestSupport
import Testing

@testable import FlowGraph

@Suite("Components of a graph")
struct ComponentsTests {
    @Test(arguments: 0..<50 as Range<UInt64>) func `are those that a walk along the connections finds`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        let count = 40
        var components = Components()
        var neighbours: [[Int]] = []
        for member in 0..<count {
            components.add()
            neighbours.append([])
            guard Bool.random(using: &chance) else { continue }
            let other = Int.random(in: 0...member, using: &chance)
            let roots = [components.root(of: member), components.root(of: other)]
            let joined = components.join(member, other)

            #expect(joined.map { [$0.kept, $0.merged] } == (roots[0] == roots[1] ? nil : roots.sorted()))
            neighbours[member].append(other)
            neighbours[other].append(member)
        }

        for member in 0..<count {
            #expect(components.root(of: member) == ComponentsTests.smallest(reachableFrom: member, neighbours))
        }
    }

    private static func smallest(reachableFrom member: Int, _ neighbours: [[Int]]) -> Int {
        var (found, waiting): (Set<Int>, [Int]) = ([member], [member])
        while let next = waiting.popLast() {
            for other in neighbours[next] where found.insert(other).inserted { waiting.append(other) }
        }
        return found.min() ?? member
    }
}
