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
