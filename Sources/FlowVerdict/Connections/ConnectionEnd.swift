import FlowGraph
import FlowModel
import FlowTrace

/// One direction of a connection at one of its ends, as a pipeline shows it: what is read from a socket, or what is written to one.
package struct ConnectionEnd: Hashable, Sendable {
    enum Direction: Hashable, Sendable {
        case reads, writes
    }

    let direction: Direction
    /// The address of this side; `nil` if unknown: a server's connections are named by their peers alone.
    let own: String?
    let peer: String
    /// The stage that stands for the other side: the socket that is read, or the peer that gets what is written.
    let stage: StageID
    let life: Range<UInt64>

    /// Reads the name of an edge, `10.0.0.7:412 to 10.0.0.1:80 outbound` or `10.0.0.7:412`; `nil` if it is no address.
    init?(_ direction: Direction, label: String, stage: StageID, life: Range<UInt64>) {
        let addresses = label.split(separator: " ").filter { !["to", "read", "outbound"].contains($0) }.map(Address.init)
        guard (1...2).contains(addresses.count), let peer = addresses.last??.text, addresses.allSatisfy({ $0 != nil })
        else { return nil }
        (self.direction, self.peer, self.stage, self.life) = (direction, peer, stage, life)
        own = addresses.count == 2 ? addresses[0]?.text : nil
    }

    /// Whether both are the two ends of one direction of a connection, by their addresses: one has written what the other reads. The
    /// address of at least one side must be known from both ends.
    func meets(_ other: ConnectionEnd) -> Bool {
        guard direction != other.direction, life.overlaps(other.life), own != nil || other.own != nil else { return false }
        return (own ?? other.peer) == other.peer && (other.own ?? peer) == peer
    }
}

/// The address of a socket with its port, in one spelling.
private struct Address {
    let text: String

    /// - Returns: `nil` for text that is no address of IPv4 or IPv6 with a port.
    init?(_ text: Substring) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        let host = text[..<colon]
        if host.first == "[", host.last == "]" {
            let name = host.dropFirst().dropLast()
            let isHost = name.contains(":") && name.allSatisfy { $0.isHexDigit || ":.%".contains($0) }
            guard isHost else { return nil }
            // A socket of both families shows an address of IPv4 as one of IPv6.
            let mapped = "::ffff:"
            let isMapped = name.lowercased().hasPrefix(mapped) && name.contains(".")
            self.text = isMapped ? "\(name.dropFirst(mapped.count)):\(port)" : "\(host.lowercased()):\(port)"
            return
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) else { return nil }
        self.text = String(text)
    }
}

extension BottleneckReporter {
    /// The ends of connections that the pipeline has.
    var connections: [ConnectionEnd] {
        edges.indices.compactMap { index in
            let edge = edges[index]
            guard edge.connects, let began = edge.began, began < .max, let label = log.edge(ids[index])?.givenLabel else {
                return nil
            }
            let life = began..<max(began + 1, edge.ended ?? .max)
            if let upper = edge.upper, stages[upper].node?.operation == .channelRead {
                return ConnectionEnd(.reads, label: label, stage: id(upper), life: life)
            }
            guard let lower = edge.lower, stages[lower].node?.operation == .peer else { return nil }
            return ConnectionEnd(.writes, label: label, stage: id(lower), life: life)
        }
    }
}
