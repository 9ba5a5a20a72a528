#if canImport(OpenCombineShim)
    import FlowTrace
    import OpenCombineShim

    /// What a publisher's stored properties tell about it.
    enum PublisherHints {
        /// Capacity and strategy of a buffer.
        static func hints(of publisher: Any) -> [(hint: HookHint, id: UInt64)] {
            guard let buffer = publisher as? any SizedBuffer else { return [] }
            return [(.capacity, UInt64(clamping: buffer.capacity)), (.whenFull, buffer.whenFullCode)]
        }

        /// The publisher inside an `AnyPublisher`, at any depth.
        static func erased(_ publisher: Any) -> Any? {
            guard publisher is any ErasedPublisher, let box = Mirror(reflecting: publisher).descendant("box") else { return nil }
            guard let base = Mirror(reflecting: box).descendant("base") else { return nil }
            return erased(base) ?? base
        }
    }

    private protocol ErasedPublisher {}
    extension AnyPublisher: ErasedPublisher {}

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
