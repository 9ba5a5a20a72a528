import FlowCombine
import FlowTrace
import Testing

@testable import FlowCore

@Suite("numbers of identifiers")
struct IdentifierTests {
    private struct Wide: Hashable {
        let one: UInt64
        let other: UInt64
    }

    @Test func `are those that are stored, and still tell apart what is stored otherwise`() {
        let (first, second) = (CombineIdentifier(), CombineIdentifier())
        #expect(HookKey.number(of: first) < HookKey.number(of: second))

        let wide = Wide(one: 1, other: 2)
        #expect(HookKey.number(of: wide) == HookKey.number(of: Wide(one: 1, other: 2)))
        #expect(HookKey.number(of: wide) != HookKey.number(of: Wide(one: 1, other: 3)))
    }

    /// A subscriber of two words, with seven bytes of padding between its properties.
    private struct Padded: Subscriber {
        typealias Input = Int
        typealias Failure = Never

        final class Box {}

        let flag = true
        let box: Box

        var combineIdentifier: CombineIdentifier { CombineIdentifier(box) }

        func receive(subscription: any Subscription) {}
        func receive(_ input: Int) -> Subscribers.Demand { .none }
        func receive(completion: Subscribers.Completion<Never>) {}
    }

    @Test func `of a subscriber do not depend on bytes that belong to nothing`() {
        let box = Padded.Box()
        let keys = [0, 0xFF].map { (byte: UInt8) in
            let room = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Padded>.size, alignment: 8)
            defer { room.deallocate() }
            let subscriber = room.bindMemory(to: Padded.self, capacity: 1)
            subscriber.initialize(to: Padded(box: box))
            defer { subscriber.deinitialize(count: 1) }
            for offset in 1..<8 { room.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
            return HookKey(subscriber.pointee)
        }

        #expect(MemoryLayout<Padded>.size == 16)
        #expect(keys[0] == keys[1])
    }
}
