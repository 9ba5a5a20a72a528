#if canImport(OpenCombineShim)
    import FlowTrace
    import OpenCombineShim

    /// What a publisher's stored properties tell about it.
    enum PublisherHints {
        /// Capacity and strategy of a buffer, and which value a throttle keeps.
        static func hints(of publisher: Any) -> [(hint: HookHint, id: UInt64)] {
            if let throttle = publisher as? any ChoosingThrottle { return [(.latest, throttle.latest ? 1 : 0)] }
            guard let buffer = publisher as? any SizedBuffer else { return [] }
            return [(.capacity, UInt64(clamping: buffer.capacity)), (.whenFull, buffer.whenFullCode)]
        }

        /// The publisher inside wrappers that leave no trace of their own, `AnyPublisher` and ``Publishers/Label``, and the
        /// outermost label among them.
        static func unwrapped(_ publisher: Any) -> (publisher: Any, name: String?, place: SourcePlace?) {
            if let label = publisher as? any LabellingPublisher {
                return (unwrapped(label.labelled).publisher, label.name, label.place)
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
        var labelled: Any { get }
        var name: String { get }
        var place: SourcePlace { get }
    }

    extension Publishers.Label: LabellingPublisher {
        fileprivate var labelled: Any {
            upstream
        }
    }

    private protocol ChoosingThrottle {
        var latest: Bool { get }
    }

    extension Publishers.Throttle: ChoosingThrottle {}

    private protocol SizedBuffer {
        var capacity: Int { get }
        var whenFullCode: UInt64 { get }
    }

    extension Publishers.Buffer: SizedBuffer {
        fileprivate var capacity: Int {
            size
        }

        fileprivate var whenFullCode: UInt64 {
            switch whenFull {
            case .dropNewest: 0
            case .dropOldest: 1
            case .customError: 2
            }
        }
    }
#endif
