extension OperatorCatalogue {
    /// What streams of Swift concurrency are made of. Operators that exist for publishers too have one row for both.
    static let concurrency: [OperatorRow] = [
        // What `yield` was given has its mark, so that its stream's records say what it holds: there is nothing to conclude.
        OperatorRow(
            .continuation, "yield", types: ["Continuation", "ProducerSource"], role: .source,
            law: .law(.oneToOne, makesValues: true)),
        OperatorRow(
            .asyncStream, "AsyncStream", or: "AsyncThrowingStream", types: ["AsyncStream", "AsyncThrowingStream"], role: .buffer,
            law: .law(.oneToOne, keeps: .asTold)),
        // It keeps nothing: what it is told to hold waits in the `send`s of its producers.
        OperatorRow(.send, "send", types: ["ChannelSend"], role: .source, law: .law(.oneToOne, makesValues: true)),
        OperatorRow(
            .asyncChannel, "AsyncChannel", or: "AsyncThrowingChannel", types: ["AsyncChannel", "AsyncThrowingChannel"],
            role: .buffer, law: .law(.oneToOne, keeps: .asTold)),
        OperatorRow(
            .forAwait, "for await", types: ["ForAwait"], role: .sink,
            law: .none(because: "for await ends a stream: nothing comes out of it")),
    ]
}
