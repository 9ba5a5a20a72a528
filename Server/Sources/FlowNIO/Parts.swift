// Names of the parts of a channel and of a producer, as the catalogue of operators knows them.

/// What feeds a `NIOAsyncSequenceProducer`.
enum ProducerSource {}

/// A `NIOAsyncSequenceProducer`.
enum SequenceProducer {}

/// The socket, or the handler that reads from it.
enum ChannelRead {}

/// What was read and is not taken yet.
enum ChannelInbound {}

/// The handlers behind, which get at once what is read.
enum Pipeline {}

/// What writes to the channel.
enum ChannelWrite {}

/// What was written and is not sent yet.
enum ChannelOutbound {}

/// Who gets what is sent.
enum Peer {}
