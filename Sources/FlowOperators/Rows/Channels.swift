extension OperatorCatalogue {
    /// SwiftNIO's stages, reported by FlowNIO.
    static let channels: [OperatorRow] = [
        OperatorRow(
            .sequenceProducer, "NIOAsyncSequenceProducer", types: ["SequenceProducer"], role: .buffer,
            law: .law(.oneToOne, keeps: .asRecorded)),
        OperatorRow(.channelRead, "channelRead", types: ["ChannelRead"], role: .source, law: .law(.oneToOne, makesValues: true)),
        OperatorRow(
            .channelInbound, "inbound", types: ["ChannelInbound"], role: .buffer, law: .law(.oneToOne, keeps: .asRecorded)),
        // The program chooses the written values.
        OperatorRow(
            .channelWrite, "write", types: ["ChannelWrite"], role: .source,
            law: .none(because: "write gets what the program makes of its values")),
        OperatorRow(
            .channelOutbound, "outbound", types: ["ChannelOutbound"], role: .buffer, law: .law(.oneToOne, keeps: .asRecorded)),
        OperatorRow(.peer, "peer", types: ["Peer"], role: .sink, law: .none(because: "peer is where what is written goes")),
    ]
}
