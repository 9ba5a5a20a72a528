import FlowTrace

/// The reports that `flowviz try` adds to SwiftNIO when it compiles it.
///
/// They are public only for that code.
public enum _SwiftNIO {
    /// An error of SwiftNIO itself, with its text.
    public struct Failure: ToldError {
        package let text: String

        public init(_ text: String) { self.text = text }
    }

    /// The name of a connection. A client's has one once it is connected, and a task may use the connection before its handlers learn
    /// of that.
    final class ConnectionName: Sendable {
        private let find: @Sendable () -> String?
        private let found: LockedBox<String?>

        init(_ find: @escaping @Sendable () -> String?) {
            self.find = find
            found = LockedBox(find())
        }

        /// The name, if it has been found.
        var known: String? { found.withLock(\.self) }

        /// Looks for the name again, unless it is known. Calls SwiftNIO's code: no lock may be held.
        func look() {
            guard known == nil, let name = find() else { return }
            found.withLock { $0 = name }
        }
    }
}

// The types that name the stages of SwiftNIO, as the catalogue of operators knows them.

/// The producer of a `NIOAsyncSequenceProducer` that belongs to no channel.
enum ProducerSource {}

/// A `NIOAsyncSequenceProducer`.
enum SequenceProducer {}

/// The socket, or the handlers that read from it.
enum ChannelRead {}

/// The code that writes to a channel.
enum ChannelWrite {}

/// The writes that the socket has not taken yet.
enum ChannelOutbound {}

/// The receiver of a channel's writes.
enum Peer {}
