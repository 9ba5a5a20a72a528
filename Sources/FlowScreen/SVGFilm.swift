/// Renders frames as one looping picture (SVG with CSS animations, no script).
///
/// Parts shared by frames are written once: pieces that stay in place, and pieces that scroll to the left in a moving layer.
/// Without animations, or with reduced motion, the last frame is shown. Styles and names contain a hash of the film, so that a
/// page may have several films.
public enum SVGFilm {
    /// - Parameters:
    ///   - frames: At least one frame; all of one size.
    ///   - times: The time of each frame, in seconds from the first, increasing.
    ///   - pause: The duration of the last frame in seconds.
    public static func render(_ frames: [Surface], at times: [Double], pause: Double, theme: Theme) -> String {
        precondition(frames.first.map { first in frames.allSatisfy { $0.size == first.size } } ?? false, "frames of one size")
        precondition(frames.count == times.count, "\(times.count) times for \(frames.count) frames")
        let pieces = frames.map { SVGPiece.pieces(of: $0, theme: theme) }
        let scroll = Scroll(pieces)
        let tracks = Track.tracks(pieces, scroll)
        let clock = Clock(times, pause: pause, lives: tracks.map(\.life))
        let name = name(of: pieces, times)
        let colours = Set(tracks.map(\.piece.colour)).sorted()
        let names = colours.indices.map(self.name)
        let style = style(zip(colours, names).map { ($0, $1) }, scroll, clock, in: name)
        let layers = layers(of: tracks, colours)
        let shared = Shared(layers.flatMap(\.groups).map { $0.tracks.map(\.piece) }, in: name)
        let last = -scroll.offsets[frames.count - 1] * SVGPiece.cellWidth
        var svg = SVGOutput.head(frames[0].size, theme: theme, id: name, style: style) + shared.definitions
        for layer in layers {
            let paint = names[layer.colour]
            svg += layer.isMoving ? "<g class=\"\(paint) m\" transform=\"translate(\(last))\">\n" : "<g class=\"\(paint)\">\n"
            for group in layer.groups { svg += element(of: group.tracks, seen: clock.classes(group.life), shared) + "\n" }
            svg += "</g>\n"
        }
        return svg + "</g></svg>\n"
    }

    /// The pieces with one colour and one motion, in groups of pieces visible at the same times.
    private struct Layer {
        /// The index of its colour.
        let colour: Int
        let isMoving: Bool
        let groups: [(life: Range<Int>, tracks: [Track])]
    }

    /// The layers, in the order of a frame's pieces.
    private static func layers(of tracks: [Track], _ colours: [UInt8]) -> [Layer] {
        struct Place: Hashable {
            let isGround: Bool
            let colour: UInt8
            let isMoving: Bool
        }
        let places = Dictionary(grouping: tracks) {
            Place(isGround: $0.piece.shape == .ground, colour: $0.piece.colour, isMoving: $0.isMoving)
        }
        return [true, false].flatMap { isGround in
            colours.indices.flatMap { colour in
                [false, true].compactMap { isMoving in
                    places[Place(isGround: isGround, colour: colours[colour], isMoving: isMoving)].map { tracks in
                        let lives = Dictionary(grouping: tracks, by: \.life)
                        let order = lives.keys.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
                        return Layer(colour: colour, isMoving: isMoving, groups: order.map { ($0, lives[$0] ?? []) })
                    }
                }
            }
        }
    }

    /// The element for pieces visible at the same times; a single piece needs no group.
    private static func element(of tracks: [Track], seen classes: String, _ shared: Shared) -> String {
        let paint = classes.isEmpty ? "" : " class=\"\(classes)\""
        let clusters = shared.clusters(tracks.map(\.piece))
        if clusters.count == 1 { return shared.element(clusters[0], painted: paint) }
        return "<g\(paint)>" + clusters.map { shared.element($0, painted: "") }.joined() + "</g>"
    }

    /// A colour's class: a unique letter or two.
    private static func name(_ index: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return (index < letters.count ? "" : name(index / letters.count - 1)) + String(letters[index % letters.count])
    }

    /// A name unlikely to occur twice on a page: a hash (FNV-1a) of the pieces.
    private static func name(of frames: [[SVGPiece]], _ times: [Double]) -> String {
        let text = frames.joined().lazy.map { $0.element(painted: " \($0.colour)") }.joined() + "\(times)"
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "f" + String(hash % 46_656, radix: 36)
    }

    private static func style(
        _ colours: [(colour: UInt8, name: String)], _ scroll: Scroll, _ clock: Clock, in film: String
    ) -> String {
        let rule = { (selector: String, body: String) in "#\(film) \(selector){\(body)}" }
        let fills = colours.map { rule(".\($0.name)", "fill:\(XtermPalette.hex($0.colour))") }
        let durations = clock.durations.enumerated().map { index, length in
            rule(".v\(index)", "visibility:hidden;animation:\(film)v\(index) \(clock.period)")
                + "@keyframes \(film)v\(index){0%{visibility:visible}\(clock.share(of: length)),to{visibility:hidden}}"
        }
        let startFrames = clock.startFrames.map { rule(".b\($0)", "animation-delay:-\(clock.secondsAfter(frame: $0))s") }
        let moves = scroll.offsets.indices.filter { $0 == 0 || scroll.offsets[$0] != scroll.offsets[$0 - 1] }.map {
            "\(clock.share(of: clock.starts[$0])){transform:translate(\(-scroll.offsets[$0] * SVGPiece.cellWidth)px)}"
        }
        let moving =
            moves.count > 1 ? [rule(".m", "animation:\(film)m \(clock.period)"), "@keyframes \(film)m{\(moves.joined())}"] : []
        let still = "@media(prefers-reduced-motion:reduce){" + rule("*", "animation:none!important") + "}"
        // The content of `use` is a separate tree, which selectors from outside do not reach.
        let sharp = "#\(film) rect,rect[id^=\(film)_],[id^=\(film)_] rect{shape-rendering:crispEdges}"
        return "<style>" + sharp
            + (fills + durations + startFrames + moving).joined() + rule(".s", "visibility:visible") + still + "</style>"
    }
}

extension SVGFilm {
    /// The times of frames, in microseconds.
    private struct Clock {
        /// The beginning of each frame.
        let starts: [Int]
        /// The total duration, including the last frame's pause.
        let whole: Int
        /// The durations of pieces that are not always visible.
        private(set) var durations: [Int] = []
        /// The frames at which such pieces appear, without the first frame.
        private(set) var startFrames: [Int] = []

        init(_ times: [Double], pause: Double, lives: [Range<Int>]) {
            starts = times.map { Int(($0 * 1e6).rounded()) }
            whole = (starts.last ?? 0) + max(1, Int((pause * 1e6).rounded()))
            let partial = Set(lives).filter { length(of: $0) < whole }
            durations = Set(partial.map { length(of: $0) }).sorted()
            startFrames = Set(partial.map(\.lowerBound)).subtracting([0]).sorted()
        }

        var period: String { "\(seconds(whole))s step-end infinite" }

        private func length(of life: Range<Int>) -> Int {
            (life.upperBound == starts.count ? whole : starts[life.upperBound]) - starts[life.lowerBound]
        }

        func share(of time: Int) -> String {
            let share = (Double(time) / Double(whole) * 1e6).rounded() / 1e4
            return share == share.rounded() ? "\(Int(share))%" : "\(share)%"
        }

        /// The classes of a piece that is visible during a part of the film. Without animations, only the pieces of the last
        /// frame are visible.
        ///
        /// Delays are negative, since an animation has no effect until a positive delay has passed.
        func classes(_ life: Range<Int>) -> String {
            guard let length = durations.firstIndex(of: length(of: life)) else { return "" }
            let beginning = life.lowerBound == 0 ? "" : " b\(life.lowerBound)"
            return "v\(length)\(beginning)" + (life.upperBound == starts.count ? " s" : "")
        }

        /// The time from the beginning of a frame to the end of the film.
        func secondsAfter(frame: Int) -> Double { seconds(whole - starts[frame]) }

        private func seconds(_ time: Int) -> Double { Double(time) / 1e6 }
    }

    /// The number of columns that the moving layer has scrolled left, for each frame.
    private struct Scroll {
        private(set) var offsets = [0]

        /// Uses the distance that most changed pieces moved between two frames. A wrong guess only costs bytes.
        init(_ frames: [[SVGPiece]]) {
            for (before, now) in zip(frames, frames.dropFirst()) {
                let known = Set(before)
                let changed = now.filter { !known.contains($0) }
                let counts = (1...8).map { step in changed.count { known.contains($0.moved(by: step)) } }
                let most = counts.max() ?? 0
                let step = most > 1 ? (counts.firstIndex(of: most) ?? -1) + 1 : 0
                offsets.append(offsets[offsets.count - 1] + step)
            }
        }
    }

    /// Pieces visible at the same times: their common offset, and their positions relative to it.
    private struct Cluster: Hashable {
        let column: Int
        let row: Int
        let pieces: [SVGPiece]

        /// Clusters of pieces that begin in one column, such as the grid lines of the lanes.
        static func stacks(_ pieces: [SVGPiece]) -> [Cluster] {
            Dictionary(grouping: pieces, by: \.column).sorted { $0.key < $1.key }.map { column, pieces in
                Cluster(column: column, row: 0, pieces: pieces.map { SVGPiece($0, movedBy: -column) })
            }
        }

        /// Clusters of words of a row with at most one blank between them, as in a scrolling log.
        static func lines(_ pieces: [SVGPiece]) -> [Cluster] {
            Dictionary(grouping: pieces, by: \.row).sorted { $0.key < $1.key }.flatMap { row, pieces in
                var lines: [[SVGPiece]] = []
                for piece in pieces.sorted(by: { $0.column < $1.column }) {
                    if let last = lines.last?.last, !piece.isRectangle, !last.isRectangle,
                        last.column + last.width + 1 >= piece.column
                    {
                        lines[lines.count - 1].append(piece)
                    } else {
                        lines.append([piece])
                    }
                }
                return lines.map { line in
                    let isWords = line.count > 1
                    return Cluster(
                        column: line[0].column, row: isWords ? row : 0,
                        pieces: line.map { SVGPiece($0, movedBy: -line[0].column, rows: isWords ? -row : 0) })
                }
            }
        }
    }

    /// Definitions of pieces, or clusters of them, that are drawn at several places or times, or in several colours.
    private struct Shared {
        private(set) var definitions = "<defs>"
        private var stacks: Set<[SVGPiece]> = []
        private var names: [[SVGPiece]: String] = [:]

        /// - Parameter groups: The pieces, grouped by the times at which they are visible.
        init(_ groups: [[SVGPiece]], in film: String) {
            let counts = Shared.counts(groups.flatMap(Cluster.stacks))
            stacks = Set(counts.filter { $0.value > 1 && $0.key.count > 1 }.keys)
            let clusters = groups.flatMap(clusters)
            let uses = Shared.counts(clusters)
            for pieces in clusters.map(\.pieces) where uses[pieces] ?? 0 > 1 && names[pieces] == nil {
                let name = "\(film)_\(String(names.count, radix: 36))"
                names[pieces] = name
                definitions +=
                    pieces.count == 1
                    ? pieces[0].element(painted: " id=\"\(name)\"")
                    : "<g id=\"\(name)\">" + pieces.map { $0.element(painted: "") }.joined() + "</g>"
            }
            definitions += "</defs>\n"
        }

        private static func counts(_ clusters: [Cluster]) -> [[SVGPiece]: Int] {
            Dictionary(clusters.map { ($0.pieces, 1) }, uniquingKeysWith: +)
        }

        /// The clusters of a group: its repeated stacks, and lines of the other pieces.
        func clusters(_ pieces: [SVGPiece]) -> [Cluster] {
            let (again, others) = Cluster.stacks(pieces).reduce(into: ([Cluster](), [SVGPiece]())) { found, stack in
                if stacks.contains(stack.pieces) {
                    found.0.append(stack)
                } else {
                    found.1 += stack.pieces.map { SVGPiece($0, movedBy: stack.column) }
                }
            }
            return again + Cluster.lines(others)
        }

        func element(_ cluster: Cluster, painted paint: String) -> String {
            let (x, y) = (cluster.column * SVGPiece.cellWidth, cluster.row * SVGPiece.cellHeight)
            if let name = names[cluster.pieces] {
                return "<use href=\"#\(name)\" x=\"\(x)\"\(y > 0 ? " y=\"\(y)\"" : "")\(paint)/>"
            }
            let elements = cluster.pieces.map { SVGPiece($0, movedBy: cluster.column, rows: cluster.row) }
            if elements.count == 1 || paint.isEmpty { return elements.map { $0.element(painted: paint) }.joined() }
            return "<g\(paint)>" + elements.map { $0.element(painted: "") }.joined() + "</g>"
        }
    }

    /// A piece, and a run of frames in which it is visible. The position of a moving piece is relative to the layer.
    private struct Track {
        let piece: SVGPiece
        let isMoving: Bool
        let life: Range<Int>

        static func tracks(_ frames: [[SVGPiece]], _ scroll: Scroll) -> [Track] {
            let known = frames.map(Set.init)
            var covered = frames.map { _ in Set<SVGPiece>() }
            var tracks: [Track] = []
            for (index, frame) in frames.enumerated() {
                for piece in frame where !covered[index].contains(piece) {
                    /// The piece at its position in a later frame.
                    func place(_ isMoving: Bool, _ later: Int) -> SVGPiece {
                        isMoving ? piece.moved(by: scroll.offsets[index] - scroll.offsets[later]) : piece
                    }
                    let ends = [false, true].map { isMoving in
                        (index..<frames.count).first {
                            !known[$0].contains(place(isMoving, $0)) || covered[$0].contains(place(isMoving, $0))
                        } ?? frames.count
                    }
                    let isMoving = ends[1] > ends[0]
                    let life = index..<max(ends[0], ends[1])
                    for later in life { covered[later].insert(place(isMoving, later)) }
                    tracks.append(
                        Track(piece: isMoving ? piece.moved(by: scroll.offsets[index]) : piece, isMoving: isMoving, life: life))
                }
            }
            return tracks
        }
    }
}
