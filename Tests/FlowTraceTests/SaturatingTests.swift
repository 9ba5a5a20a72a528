import FlowTestSupport
import Testing

@testable import FlowTrace

/// A program may claim any number.
@Suite("Arithmetic on claimed numbers")
struct SaturatingTests {
    @Test func `a sum that does not fit is the nearest number that does`() {
        #expect(Int.max.saturatingSum(1) == .max && Int.min.saturatingSum(-1) == .min && Int.max.saturatingSum(.min) == -1)
        #expect(UInt64.max.saturatingSum(1) == .max && UInt64(2).saturatingSum(3) == 5)
    }

    @Test(
        arguments: [
            (.nan, 0, 0), (.infinity, .max, .max), (-.infinity, .min, 0), (-0.5, 0, 0), (2.9, 2, 2), (-2.9, -2, 0),
            (9.223372036854775e18, 9_223_372_036_854_774_784, 9_223_372_036_854_774_784),
            (9.223372036854775808e18, .max, 1 << 63),
            (18446744073709551616, .max, .max), (1e300, .max, .max), (-1e300, .min, 0),
        ] as [(Double, Int, UInt64)])
    func `a number of any size has a nearest integer`(number: Double, signed: Int, unsigned: UInt64) {
        #expect(Int(saturating: number) == signed)
        #expect(UInt64(saturating: number) == unsigned)
    }
}
