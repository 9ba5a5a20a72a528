/// A message between a viewer and a traced process: a length, a type, and bytes.
///
/// The viewer sends hello with its version. The process answers with the path of its trace, or rejects the viewer with its
/// versions and closes. While the connection is open, both are alive. A viewer that can open the trace file gets no further
/// messages; any other viewer requests the bytes of the file, and copies it. A viewer that commands stages gets one answer for
/// each command.
public enum WireMessage: Equatable, Sendable {
    /// The version of the viewer.
    case hello(major: UInt16, minor: UInt16)
    /// The process writes the trace at this path. Two clocks at the trace's time 0 identify it: in another container, the path
    /// may name another file, and the number another process.
    case welcome(process: Int32, startTime: UInt64, wallClock: UInt64, path: String)
    /// The process supports only these major versions.
    case reject(lowest: UInt16, highest: UInt16)
    /// The viewer cannot open the trace, and requests its contents.
    case ask
    /// Bytes of the trace from an offset on.
    case data(offset: UInt64, bytes: [UInt8])
    /// The viewer commands a stage, given by the number of its consumer in the trace.
    case command(HandCommand, stage: UInt64)
    /// The process has received the command.
    case answer(HandAnswer)

    /// The major version of the protocol and of the trace.
    public static let version = TraceFormat.major
    /// The size of a message's header: u32 length, u8 type, u8 and u16 zero.
    public static let headerSize = 8
    /// The maximum size of a message's payload; a peer that announces a larger one is dropped.
    public static let limit = TraceFormat.chunkSize + 16

    /// The bytes to send.
    public var encoded: [UInt8] {
        var payload = ByteWriter()
        let type: UInt8
        switch self {
        case .hello(let major, let minor):
            type = 1
            payload.append(TraceFormat.magic)
            payload.append(major)
            payload.append(minor)
        case .welcome(let process, let startTime, let wallClock, let path):
            type = 2
            payload.append(UInt32(bitPattern: process))
            payload.append(startTime)
            payload.append(wallClock)
            payload.append(path, limit: 4096)
        case .reject(let lowest, let highest):
            type = 3
            payload.append(lowest)
            payload.append(highest)
        case .ask: type = 4
        case .data(let offset, let bytes):
            type = 5
            payload.append(offset)
            payload.append(bytes: bytes)
        case .command(let command, let stage):
            type = 6
            payload.append(stage)
            payload.append(command.words.kind)
            payload.append(command.words.time)
            payload.append(command.words.delay)
        case .answer(let answer):
            type = 7
            payload.append(answer.rawValue)
        }
        var frame = ByteWriter()
        frame.append(UInt32(payload.bytes.count))
        frame.append(type)
        frame.append(UInt8(0))
        frame.append(UInt16(0))
        return frame.bytes + payload.bytes
    }

    /// The result of decoding the first bytes of a stream.
    public enum Decoded: Equatable, Sendable {
        /// A message and its length in bytes.
        case message(WireMessage, length: Int)
        /// The start of a message, whose rest has not arrived yet.
        case incomplete
        /// Not a message of this protocol.
        case nonsense
    }

    /// Decodes the message at the start of `bytes`.
    public static func decode(_ bytes: ArraySlice<UInt8>) -> Decoded {
        guard bytes.count >= headerSize else { return .incomplete }
        return bytes.withUnsafeBytes { buffer in
            var header = ByteReader(UnsafeRawBufferPointer(rebasing: buffer.prefix(headerSize)))
            guard let length = header.uint32(), length <= limit else { return .nonsense }
            let end = headerSize + Int(length)
            guard bytes.count >= end else { return .incomplete }
            var payload = ByteReader(UnsafeRawBufferPointer(rebasing: buffer[headerSize..<end]))
            guard let message = message(type: buffer[4], &payload) else { return .nonsense }
            return .message(message, length: end)
        }
    }

    private static func message(type: UInt8, _ payload: inout ByteReader) -> WireMessage? {
        switch type {
        case 1:
            guard payload.uint64() == TraceFormat.magic, let versions = payload.uint32() else { return nil }
            return .hello(major: UInt16(truncatingIfNeeded: versions), minor: UInt16(truncatingIfNeeded: versions >> 16))
        case 2:
            guard let process = payload.uint32(), let startTime = payload.uint64(), let wallClock = payload.uint64(),
                let path = payload.text()
            else { return nil }
            return .welcome(process: Int32(bitPattern: process), startTime: startTime, wallClock: wallClock, path: path)
        case 3:
            guard let versions = payload.uint32() else { return nil }
            return .reject(lowest: UInt16(truncatingIfNeeded: versions), highest: UInt16(truncatingIfNeeded: versions >> 16))
        case 4: return .ask
        case 5:
            guard let offset = payload.uint64() else { return nil }
            return .data(offset: offset, bytes: payload.rest())
        case 6:
            guard let stage = payload.uint64(), let kind = payload.uint32(), let time = payload.uint64(),
                let delay = payload.uint64(), let command = HandCommand(kind: kind, time: time, delay: delay)
            else { return nil }
            return .command(command, stage: stage)
        case 7: return payload.uint32().flatMap(HandAnswer.init(rawValue:)).map(WireMessage.answer)
        default: return nil
        }
    }
}

extension HandCommand {
    /// Its numbers in a message.
    fileprivate var words: (kind: UInt32, time: UInt64, delay: UInt64) {
        switch self {
        case .hold(let time): (1, time, 0)
        case .slow(let delay, let time): (2, time, delay)
        case .pass: (3, 0, 0)
        case .release: (4, 0, 0)
        }
    }

    fileprivate init?(kind: UInt32, time: UInt64, delay: UInt64) {
        switch kind {
        case 1: self = .hold(time)
        case 2: self = .slow(by: delay, for: time)
        case 3: self = .pass
        case 4: self = .release
        default: return nil
        }
    }
}
