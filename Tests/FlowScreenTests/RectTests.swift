import FlowScreen
import Testing

@Suite("Rect")
struct RectTests {
    @Test func `an intersection is what lies in both`() {
        let rect = Rect(x: 2, y: 1, width: 5, height: 4)

        #expect(rect.intersection(Rect(x: 4, y: -3, width: 9, height: 6)) == Rect(x: 4, y: 1, width: 3, height: 2))
        #expect(rect.intersection(Rect(x: 7, y: 1, width: 3, height: 3)).isEmpty)
    }

    @Test(arguments: [(Int.min, -1, Int.max), (-1, .max - 1, .max), (0, .max, .max), (.max, .max, 0)])
    func `edges never overflow`(at: Int, end: Int, length: Int) {
        let rect = Rect(x: at, y: at, width: .max, height: .max)

        #expect(rect.maxX == end && rect.maxY == end)
        #expect(rect.intersection(rect) == Rect(x: at, y: at, width: length, height: length))
        #expect(Rect(x: 0, y: 0, width: at, height: at).width == max(0, at))
    }
}
