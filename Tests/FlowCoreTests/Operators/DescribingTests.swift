import FlowCore
import FlowTrace
import Testing

@Suite("TraceValue.describing")
struct DescribingTests {
    private struct Point { let x = 1 }
    private enum Suit { case clubs }

    @Test func `what a trace can hold keeps its type`() {
        #expect(TraceValue.describing(7) == .int(7))
        #expect(TraceValue.describing(1.5) == .double(1.5))
        #expect(TraceValue.describing(true) == .bool(true))
        #expect(TraceValue.describing("漢字") == .string("漢字"))
        #expect(TraceValue.describing(TraceValue.int(7)) == .int(7))
    }

    @Test func `an optional reads as what it wraps, at any depth`() {
        let none: Int? = nil
        let nestedNone: Int?? = .some(nil)
        let deep: String??? = "deep"

        #expect(TraceValue.describing(Optional(1)) == .int(1))
        #expect(TraceValue.describing(none) == .string("nil"))
        #expect(TraceValue.describing(Int??.none) == .string("nil"))
        #expect(TraceValue.describing(nestedNone) == .string("nil"))
        #expect(TraceValue.describing(deep) == .string("deep"))
        #expect(TraceValue.describing(Optional(Suit.clubs)) == .string("clubs"))
        #expect(TraceValue.describing(Optional(Optional(Point()))) == .string("Point(x: 1)"))
    }

    @Test func `everything else is its description`() {
        #expect(TraceValue.describing(Suit.clubs) == .string("clubs"))
        #expect(TraceValue.describing(UInt8(200)) == .string("200"))
        #expect(TraceValue.describing([1, 2]) == .string("[1, 2]"))
        #expect(TraceValue.describing(()) == .string("()"))
    }

    @Test func `a value behind an existential is described as what it is`() {
        let any: Any = 7
        let anyOptional: Any = Optional(7) as Any
        let anyNil: Any = Int?.none as Any
        let error: any Error = OperatorError.broken

        #expect(TraceValue.describing(any) == .int(7))
        #expect(TraceValue.describing(anyOptional) == .int(7))
        #expect(TraceValue.describing(anyNil) == .string("nil"))
        #expect(TraceValue.describing(error) == .string("broken"))
    }
}
