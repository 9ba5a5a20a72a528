import FlowScreen
import Testing

@Suite("Rect")
struct RectTests {
    @Test func `an intersection is what lies in both`() {
        let rect = Rect(x: 2, y: 1, width: 5, height: 4)

        #expect(rect.intersection(Rect(x: 4, y: -3, width: 9, height: 6)) == Rect(x: 4, y: 1, width: 3, height: 2))
        #expect(rect.intersection(Rect(x: 7, y: 1, width: 3, height: 3)).isEmpty)
        #expect(rect.contains(Point(x: 6, y: 4)) && !rect.contains(Point(x: 7, y: 4)))
    }

    @Test(arguments: [Int.min, -1, 0, .max]) func `edges never overflow`(at: Int) {
        let rect = Rect(x: at, y: at, width: .max, height: .max)

        #expect(rect.maxX >= rect.x && rect.maxY >= rect.y)
        #expect(rect.intersection(rect) == rect || at > 0)
        #expect(Rect(x: 0, y: 0, width: at, height: at).width == max(0, at))
    }
}
