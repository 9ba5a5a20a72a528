#if AsyncAlgorithms
    import AsyncAlgorithms
    import Testing

    @testable import FlowAlgorithms

    /// A buffer's policy is read from a private property of AsyncAlgorithms. If the property is renamed, the policy is unknown.
    @Suite("The policy of a buffer")
    struct PolicyLimitTests {
        /// A possible policy of another version.
        private struct Renamed {
            enum Kind {
                case limitless
                case bounded(Int)
                case newest(Int)
                case bufferingNewest(count: Int, isStrict: Bool)
            }

            let kind: Kind
        }

        @Test func `is what AsyncAlgorithms says`() {
            #expect(PolicyLimit(AsyncBufferSequencePolicy.unbounded) == .unbounded)
            #expect(PolicyLimit(AsyncBufferSequencePolicy.bounded(3)) == .bounded(3))
            #expect(PolicyLimit(AsyncBufferSequencePolicy.bufferingLatest(4)) == .newest(4))
            #expect(PolicyLimit(AsyncBufferSequencePolicy.bufferingOldest(5)) == .oldest(5))
        }

        @Test func `is unknown where it has other names, and never unbounded`() {
            let renamed = [
                Renamed(kind: .limitless), Renamed(kind: .newest(3)), Renamed(kind: .bufferingNewest(count: 3, isStrict: true)),
            ]
            #expect(renamed.map(PolicyLimit.init) == [.unknown, .unknown, .unknown])
            #expect(PolicyLimit(7) == .unknown && PolicyLimit(7).isLossy && PolicyLimit(7).capacity == nil)
            #expect(PolicyLimit(Renamed(kind: .bounded(3))) == .bounded(3))
        }
    }
#endif
