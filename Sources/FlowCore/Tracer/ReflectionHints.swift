import FlowTrace
import FlowCombine

/// The hints in a subscriber's mirror about its downstream. They are read on the subscribing thread before the subscription, when
/// no other thread can access the subscriber, unless the program resubscribes it.
enum SubscriberHints {
    static func hints(of subscriber: Any) -> [(fact: FactKind, id: UInt64)] {
        guard let mirror = (subscriber as? CustomReflectable)?.customMirror else {
            return objects(in: subscriber).map { ($0.label == "subject" ? .subject : .owner, $0.id) }
        }
        var hints: [(fact: FactKind, id: UInt64)] = []
        for child in mirror.children {
            if child.label == "parentSubscription", let parent = child.value as? CombineIdentifier {
                hints.append((.parentSubscription, HookKey.number(of: parent)))
            } else if child.label == "subject", let subject = object(in: child.value) {
                hints.append((.subject, UInt64(UInt(bitPattern: ObjectIdentifier(subject)))))
            }
        }
        return hints
    }

    private static func objects(in subscriber: Any) -> [(label: String?, id: UInt64)] {
        Mirror(reflecting: subscriber).children.compactMap { child in
            object(in: child.value).map { (child.label, UInt64(UInt(bitPattern: ObjectIdentifier($0)))) }
        }
    }

    private static func object(in value: Any) -> AnyObject? {
        if let wrapped = value as? any OptionalObject { return wrapped.object }
        return type(of: value) is AnyObject.Type ? value as AnyObject : nil
    }
}

/// An optional that may hold an object.
private protocol OptionalObject {
    var object: AnyObject? { get }
}

extension Optional: OptionalObject {
    fileprivate var object: AnyObject? {
        guard let self, type(of: self as Any) is AnyObject.Type else { return nil }
        return self as AnyObject
    }
}

/// The hints in a publisher's stored properties.
enum PublisherHints {
    /// Records a buffer's capacity, overflow policy and prefetch, or whether a throttle keeps the latest value.
    static func record(_ publisher: Any, to recorder: Recorder) {
        if let throttle = publisher as? any ChoosingThrottle { return recorder.record(isLatest: throttle.latest) }
        guard let buffer = publisher as? any SizedBuffer else { return }
        recorder.record(.capacity, HookKey(id: UInt64(clamping: buffer.capacity), tag: 0))
        if let policy = buffer.policy { recorder.record(policy) }
        if let prefetch = buffer.prefetchPolicy { recorder.record(prefetch) }
    }

    /// The publisher inside its transparent wrappers (`AnyPublisher`, ``Publishers/Label``, and ``Publishers/GatedProbe`` without a
    /// gate), and the outermost label found.
    static func unwrapped(_ publisher: Any) -> (publisher: Any, name: String?, location: CodeLocation?) {
        if let label = publisher as? any LabellingPublisher {
            return (label.labelled.map { unwrapped($0).publisher } ?? publisher, label.name, label.location)
        }
        guard publisher is any ErasedPublisher, let box = Mirror(reflecting: publisher).descendant("box"),
            let base = Mirror(reflecting: box).descendant("base")
        else { return (publisher, nil, nil) }
        return unwrapped(base)
    }
}

private protocol ErasedPublisher {}
extension AnyPublisher: ErasedPublisher {}

private protocol LabellingPublisher {
    /// The publisher that it passes on unchanged; `nil` if it is a stage itself.
    var labelled: Any? { get }
    var name: String { get }
    var location: CodeLocation { get }
}

extension Publishers.Label: LabellingPublisher {
    fileprivate var labelled: Any? { upstream }
}

extension Publishers.GatedProbe: LabellingPublisher {
    fileprivate var labelled: Any? { DemandGate.isWanted ? nil : upstream }
}

private protocol ChoosingThrottle {
    var latest: Bool { get }
}

extension Publishers.Throttle: ChoosingThrottle {}

private protocol SizedBuffer {
    var capacity: Int { get }
    /// `nil` for an unknown strategy.
    var policy: OverflowPolicy? { get }
    /// `nil` for an unknown strategy.
    var prefetchPolicy: Prefetch? { get }
}

extension Publishers.Buffer: SizedBuffer {
    fileprivate var capacity: Int { size }

    fileprivate var policy: OverflowPolicy? { OverflowPolicy(whenFull) }

    fileprivate var prefetchPolicy: Prefetch? { Prefetch(prefetch) }
}
