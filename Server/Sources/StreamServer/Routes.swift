import FlowAsync
import FlowNIO
import Hummingbird
import NIOCore

enum Routes {
    private static let row = ByteBuffer(repeating: 0x2E, count: 32_768)

    static func router() -> Router<ConnectionContext> {
        let router = Router(context: ConnectionContext.self)
        router.get("rows", use: rows)
        router.post("upload", use: upload)
        return router
    }

    /// Streams a row every 10 ms. Where the client takes them more slowly, they pile up in the stream.
    @Sendable private static func rows(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let report = try await context.report()
        let rows = AsyncStream<ByteBuffer> { continuation in
            let clock = Task {
                defer { continuation.finish() }
                while !Task.isCancelled {
                    continuation.yield(row)
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
            continuation.onTermination = { _ in clock.cancel() }
        }
        let body = ResponseBody { writer in
            try await feeding(report) {
                for await row in rows.probe("\(report.name) rows") { try await writer.write(row) }
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, body: body)
    }

    /// What the body writes is what the connection sends: one pipeline.
    private static func feeding(_ report: ChannelReport, _ body: () async throws -> Void) async throws {
        guard let outbound = report.outbound else { return try await body() }
        try await outbound.feeding(body)
    }

    /// Takes an upload, 50 ms for each part.
    @Sendable private static func upload(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let report = try await context.report()
        for try await _ in request.body.probe("\(report.name) upload", takingFrom: report) {
            try await Task.sleep(for: .milliseconds(50))
        }
        return Response(status: .ok)
    }
}
