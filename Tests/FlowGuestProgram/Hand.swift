import FlowTestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The descriptors of one of the threads.
struct Hand {
    private let belongings: Belongings
    private var chance: SeededChance
    private let folder: String
    private var lines: [Line] = []
    private var files: [OwnFile] = []
    private var servers: [Server] = []
    private var count = 0
    /// No more than this of a kind at a time.
    private static let limit = 6

    init(_ belongings: Belongings, chance: SeededChance, folder: String) {
        self.belongings = belongings
        self.chance = chance
        self.folder = folder
        mkdir(folder, 0o700)
    }

    /// One round: something is opened, used, moved or closed.
    mutating func play() {
        switch Int.random(in: 0..<12, using: &chance) {
        case 0: belongings.sweep()
        case 1: lines.append(pair())
        case 2: files.append(OwnFile(path, of: belongings))
        case 3: servers.append(Server(Bool.random(using: &chance) ? .internet : .local, at: path, of: belongings))
        case 4, 5: if let server = servers.randomElement(using: &chance) { lines.append(Line(server.connect(), of: belongings)) }
        case 6, 7: lines.randomElement(using: &chance)?.talk(byte)
        case 8: files.randomElement(using: &chance)?.append(byte)
        case 9: lines.randomElement(using: &chance)?.move(to: number)
        case 10: servers.randomElement(using: &chance)?.move(to: number)
        default: files.randomElement(using: &chance)?.move(to: number)
        }
        Hand.shorten(&lines, &chance)
        Hand.shorten(&files, &chance)
        Hand.shorten(&servers, &chance)
    }

    /// Uses every line and file once.
    mutating func check() {
        for line in lines { line.talk(byte) }
        for file in files { file.append(byte) }
        for server in servers { Line(server.connect(), of: belongings).talk(byte) }
    }

    private func pair() -> Line {
        Line(belongings.makePair { socketPair() }, of: belongings)
    }

    private static func shorten<Element>(_ list: inout [Element], _ chance: inout SeededChance) {
        if list.count > limit { list.remove(at: Int.random(in: 0..<list.count, using: &chance)) }
    }

    /// A path that no file has.
    private var path: String {
        mutating get {
            count += 1
            return "\(folder)/\(count)"
        }
    }

    private var byte: UInt8 {
        mutating get { UInt8.random(in: 0...255, using: &chance) }
    }

    /// A number that others may have: low, as the system gives them out, or out of the way.
    private var number: Int32 {
        mutating get {
            Bool.random(using: &chance) ? .random(in: 3..<40, using: &chance) : .random(in: 3_060..<3_100, using: &chance)
        }
    }
}
