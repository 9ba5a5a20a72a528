#if canImport(OpenCombineShim)
    import FlowTrace
    import OpenCombineShim

    /// What a subscriber's mirror tells about whom it serves. Read on the subscribing thread and before it is subscribed, while nothing else
    /// can touch it, unless it was subscribed before.
    enum SubscriberHints {
        /// Parent subscription, subject and owners, as far as the subscriber shows them.
        static func hints(of subscriber: Any) -> [(hint: HookHint, id: UInt64)] {
            guard let mirror = (subscriber as? CustomReflectable)?.customMirror else {
                return objects(in: subscriber).map { ($0.label == "subject" ? .subject : .owner, $0.id) }
            }
            var hints: [(hint: HookHint, id: UInt64)] = []
            for child in mirror.children {
                if child.label == "parentSubscription", let parent = child.value as? CombineIdentifier {
                    hints.append((.parentSubscription, unsafeBitCast(parent, to: UInt64.self)))
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
#endif
