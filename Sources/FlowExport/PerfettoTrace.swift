import FlowTrace

/// Writes events as a Perfetto trace: protocol buffer packets, one track an edge, counters on separate tracks.
///
/// The tracks of a pipeline are children of one track, in the order of the screen.
///
/// The field numbers are those of Perfetto's `trace_packet.proto`, `track_event.proto` and `track_descriptor.proto`.
public enum PerfettoTrace {
    private enum Field {
        static let packet = 1
        static let timestamp = 8
        static let sequence = 10
        static let trackEvent = 11
        static let trackDescriptor = 60
        static let uuid = 1
        static let name = 2
        static let parent = 5
        static let counter = 8
        static let childOrdering = 11
        static let rank = 12
        static let type = 9
        static let track = 11
        static let category = 22
        static let eventName = 23
        static let counterValue = 30
        static let annotation = 4
        static let annotationString = 6
        static let annotationName = 10
    }

    private static let instantType: UInt64 = 3
    private static let counterType: UInt64 = 4
    /// Perfetto's setting to order a track's children by rank.
    private static let explicitChildOrdering: UInt64 = 3
    /// The first number of a pipeline's track; the tracks of edges have lower numbers.
    private static let firstPipeline: UInt64 = 1 << 40

    /// The packets that declare the tracks.
    public static func head(of lanes: ExportLanes, in log: TraceLog, program: String) -> [UInt8] {
        var bytes = track(1, name: program, parent: nil, rank: 0)
        for (index, pipeline) in lanes.pipelines.enumerated() {
            let parent = pipeline.name.isEmpty ? 1 : firstPipeline + UInt64(index)
            if parent != 1 { bytes += track(parent, name: pipeline.name, parent: 1, rank: index) }
            for (order, edge) in pipeline.edges.enumerated() {
                let name = lanes.location(of: edge)?.title ?? ""
                let counter = log.edge(edge)?.role == .store ? "held" : "outstanding"
                bytes += track(uuid(edge), name: name, parent: parent, rank: 2 * order)
                bytes += track(uuid(edge) + 1, name: "\(name) \(counter)", parent: parent, rank: 2 * order + 1, isCounter: true)
            }
        }
        return bytes
    }

    /// The packets of one event.
    public static func packets(for entry: TraceEntry, in log: TraceLog, counters: EdgeCounters) -> [UInt8] {
        var event = ProtobufWriter()
        event.field(Field.type, instantType)
        event.field(Field.track, uuid(entry.edge))
        event.field(Field.category, "flow")
        event.field(Field.eventName, entry.kind.name)
        if let text = detail(of: entry, in: log) {
            var annotation = ProtobufWriter()
            annotation.field(Field.annotationName, entry.kind.holdsDemand ? "demand" : "value")
            annotation.field(Field.annotationString, text)
            event.field(Field.annotation, annotation)
        }
        var bytes = packet(entry.time, event)
        for change in counters.changed(by: entry) {
            var count = ProtobufWriter()
            count.field(Field.type, counterType)
            count.field(Field.track, uuid(entry.edge) + 1)
            count.field(Field.counterValue, UInt64(clamping: change.value))
            bytes += packet(entry.time, count)
        }
        return bytes
    }

    private static func detail(of entry: TraceEntry, in log: TraceLog) -> String? {
        entry.kind.holdsDemand ? entry.event.demand?.description : log.value(of: entry)?.description
    }

    /// The first of an edge's two track numbers, from 2.
    private static func uuid(_ edge: EdgeID) -> UInt64 { UInt64(edge.rawValue) * 2 }

    private static func track(_ uuid: UInt64, name: String, parent: UInt64?, rank: Int, isCounter: Bool = false) -> [UInt8] {
        var descriptor = ProtobufWriter()
        descriptor.field(Field.uuid, uuid)
        descriptor.field(Field.name, name)
        if let parent { descriptor.field(Field.parent, parent) }
        if isCounter { descriptor.field(Field.counter, ProtobufWriter()) }
        descriptor.field(Field.childOrdering, explicitChildOrdering)
        descriptor.field(Field.rank, UInt64(rank))
        var body = ProtobufWriter()
        body.field(Field.trackDescriptor, descriptor)
        return wrapped(body)
    }

    private static func packet(_ time: TraceTime, _ event: ProtobufWriter) -> [UInt8] {
        var body = ProtobufWriter()
        body.field(Field.timestamp, time.nanoseconds)
        body.field(Field.sequence, 1)
        body.field(Field.trackEvent, event)
        return wrapped(body)
    }

    private static func wrapped(_ body: ProtobufWriter) -> [UInt8] {
        var packet = ProtobufWriter()
        packet.field(Field.packet, body)
        return packet.bytes
    }
}

/// Writes the fields of a protocol buffer message: varints, texts and messages.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    mutating func field(_ number: Int, _ value: UInt64) {
        varint(UInt64(number) << 3)
        varint(value)
    }

    /// Writes a text with its invisible characters made visible, since viewers show a text unchanged and the format has no
    /// escapes.
    mutating func field(_ number: Int, _ text: String) { delimited(number, Array(VisibleText.line(text).utf8)) }

    /// Writes a nested message.
    mutating func field(_ number: Int, _ message: ProtobufWriter) { delimited(number, message.bytes) }

    private mutating func delimited(_ number: Int, _ content: [UInt8]) {
        varint(UInt64(number) << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
