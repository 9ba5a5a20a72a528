import FlowTrace
import FlowCombine

extension Publishers {
    /// A publisher with a name for traces.
    ///
    /// Made by ``OpenCombine/Publisher/label(_:fileID:line:)``.
    public struct Label<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        public let name: String
        public let location: CodeLocation

        public func receive(subscriber: some Subscriber<Output, Failure>) { upstream.receive(subscriber: subscriber) }
    }
}

extension Publisher {
    /// Gives the tracer a name and a source location for the output of this publisher.
    ///
    /// A ``FlowTracer`` names the downstream edge `name`, and records the line for edge and node. Otherwise a label costs one
    /// call for a subscription and nothing for a value. Unlike `probe`, it records nothing itself.
    ///
    /// OpenCombine fuses some neighbours (`map { }.map { }` on a sequence becomes one operator); a label between two of them
    /// keeps them apart.
    ///
    /// In a program traced by FlowAgent, use `label` instead of `probe`: FlowAgent provides no recorder.
    ///
    /// - Parameters:
    ///   - name: The name of the lane. A tracer records 4,096 different names and files, and all further ones as "…": do not
    ///     number the names of many subscriptions.
    ///   - fileID: The file; leave it to the compiler.
    ///   - line: The line; leave it to the compiler.
    @_disfavoredOverload
    public func label(_ name: String, fileID: String = #fileID, line: Int = #line) -> Publishers.Label<Self> {
        Publishers.Label(upstream: self, name: name, location: CodeLocation(fileID: fileID, line: line))
    }
}
