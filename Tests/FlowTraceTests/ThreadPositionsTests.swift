import Testing

@testable import FlowTrace

@Suite("ThreadPositions")
struct ThreadPositionsTests {
    @Test func `it finds what a plain list would, whatever was skipped and whoever came between`() {
        var positions = ThreadPositions()
        var plain: [Int?] = []
        var sequence = 0
        for step in 0..<2_000 {
            switch step * step % 7 {
            case 0: sequence += 3
            case 4 where step % 3 == 0:
                positions.skip()
                plain.append(nil)
            default: break
            }
            sequence += 1
            positions.append(sequence)
            plain.append(sequence)

            if step % 97 == 0 {
                for distance in 1...plain.count {
                    #expect(positions.sequence(back: UInt64(distance)) == plain[plain.count - distance])
                }
            }
        }
        #expect(positions.sequence(back: 0) == nil)
        #expect(positions.sequence(back: UInt64(plain.count + 1)) == nil)
        #expect(positions.sequence(back: .max) == nil)
    }

    @Test func `before the first record there is nothing`() {
        var positions = ThreadPositions()

        #expect(positions.sequence(back: 1) == nil)
        positions.skip()
        #expect(positions.sequence(back: 1) == nil)
    }
}
