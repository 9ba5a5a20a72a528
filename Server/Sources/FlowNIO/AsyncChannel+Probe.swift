import FlowAsync
import NIOCore

extension AsyncSequence where Element == ByteBuffer {
    /// Records, where the program is traced, what the consumer of this sequence asks for and gets, as taken from what a channel has read.
    ///
    /// - Parameters:
    ///   - name: What the trace calls it.
    ///   - channel: The report of the handler in front, which holds its inbound.
    public func probe(
        _ name: String, takingFrom channel: ChannelReport, fileID: String = #fileID, line: Int = #line
    ) -> StreamReporter.TakingProbe<Self> {
        probe(name, takingFrom: channel.inbound, fileID: fileID, line: line) { .int($0.readableBytes) }
    }
}

extension NIOAsyncChannelOutboundWriter {
    /// Writes the values of a sequence, whose probe becomes one pipeline with what the channel sends.
    ///
    /// - Parameters:
    ///   - values: What is written.
    ///   - channel: The report of the channel's handler.
    public func write<Values: AsyncSequence>(
        contentsOf values: Values, to channel: ChannelReport
    ) async throws where Values.Element == OutboundOut {
        guard let outbound = channel.outbound else { return try await write(contentsOf: values) }
        try await outbound.feeding { try await write(contentsOf: values) }
    }
}
