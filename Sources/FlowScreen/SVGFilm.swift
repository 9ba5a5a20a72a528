/// Frames as one picture that moves (SVG with CSS animations, no script), again and again.
///
/// What frames have in common is written once: a piece that stays where it is, and a piece that scrolls with the others, which a
/// layer moves to the left. Where animations are not played, the last frame is shown; so it is for readers who want less motion.
public enum SVGFilm {
    /// - Parameters:
    ///   - frames: At least one; all of one size.
    ///   - interval: Seconds from one frame to the next.
    ///   - pause: Seconds for which the last one stays.
    public static func render(_ frames: [Surface], every interval: Double, pause: Double, theme: Theme) -> String {
        precondition(frames.first.map { first in frames.allSatisfy { $0.size == first.size } } ?? false, "frames of one size")
        let pieces = frames.map { SVGPiece.pieces(of: $0, theme: theme) }
        let scroll = Scroll(pieces)
        let tracks = Track.tracks(pieces, scroll)
        let clock = Clock(interval: interval, count: frames.count, pause: pause)
        let colours = Set(tracks.map(\.piece.colour)).sorted()
        let names = colours.indices.map(name)
        let style = style(zip(colours, names).map { ($0, $1) }, tracks.map(\.life), scroll, clock)
        let shared = Shared(tracks.map(\.piece))
        let last = -scroll.offsets[frames.count - 1] * SVGPiece.cellWidth
        var svg = SVGOutput.head(frames[0].size, theme: theme, style: style) + shared.definitions
        // In the order of the pieces of a frame.
        for isGround in [true, false] {
            for (colour, name) in zip(colours, names) {
                for isMoving in [false, true] {
                    let layer = tracks.filter {
                        ($0.piece.shape == .ground) == isGround && $0.piece.colour == colour && $0.isMoving == isMoving
                    }
                    guard !layer.isEmpty else { continue }
                    svg += isMoving ? "<g class=\"\(name) m\" transform=\"translate(\(last))\">\n" : "<g class=\"\(name)\">\n"
                    let lives = Dictionary(grouping: layer, by: \.life)
                    for life in lives.keys.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
                        svg += group(lives[life] ?? [], seen: clock.classes(life), shared) + "\n"
                    }
                    svg += "</g>\n"
                }
            }
        }
        return svg + "</g></svg>\n"
    }

    /// The pieces that are seen at the same times; one alone needs no group.
    private static func group(_ tracks: [Track], seen classes: String, _ shared: Shared) -> String {
        let paint = classes.isEmpty ? "" : " class=\"\(classes)\""
        if tracks.count == 1 { return shared.element(tracks[0].piece, painted: paint) }
        return "<g\(paint)>" + tracks.map { shared.element($0.piece, painted: "") }.joined() + "</g>"
    }

    /// A colour's class: a letter or two that no other class has.
    private static func name(_ index: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return (index < letters.count ? "" : name(index / letters.count - 1)) + String(letters[index % letters.count])
    }

    private static func style(
        _ colours: [(colour: UInt8, name: String)], _ lives: [Range<Int>], _ scroll: Scroll, _ clock: Clock
    ) -> String {
        let fills = colours.map { ".\($0.name){fill:\(XtermPalette.hex($0.colour))}" }
        let partial = Set(lives).filter { clock.length(of: $0) < clock.whole }
        let lengths = Set(partial.map { clock.length(of: $0) }).sorted().map { length in
            ".v\(length){visibility:hidden;animation:v\(length) \(clock.period)}"
                + "@keyframes v\(length){0%{visibility:visible}\(clock.share(of: length)),to{visibility:hidden}}"
        }
        let beginnings = Set(partial.map(\.lowerBound)).subtracting([0]).sorted().map {
            ".b\($0){animation-delay:-\(clock.seconds(clock.whole - $0))s}"
        }
        let moves = scroll.offsets.indices.filter { $0 == 0 || scroll.offsets[$0] != scroll.offsets[$0 - 1] }.map {
            "\(clock.share(of: $0)){transform:translate(\(-scroll.offsets[$0] * SVGPiece.cellWidth)px)}"
        }
        let moving = moves.count > 1 ? [".m{animation:m \(clock.period)}@keyframes m{\(moves.joined())}"] : []
        let still = "@media(prefers-reduced-motion:reduce){*{animation:none!important}}"
        return "<style>rect{shape-rendering:crispEdges}"
            + (fills + lengths + beginnings + moving).joined() + ".s{visibility:visible}" + still + "</style>"
    }
}

extension SVGFilm {
    /// When frames are shown, in frames from the beginning.
    private struct Clock {
        let interval: Double
        let count: Int
        let pause: Double

        /// How long all of it takes, in frames; the last one takes its pause too.
        var whole: Int { count + Int((pause / interval).rounded()) }

        var period: String { "\(seconds(whole))s step-end infinite" }

        func length(of life: Range<Int>) -> Int { (life.upperBound == count ? whole : life.upperBound) - life.lowerBound }

        func share(of frames: Int) -> String {
            let share = (Double(frames) / Double(whole) * 1e6).rounded() / 1e4
            return share == share.rounded() ? "\(Int(share))%" : "\(share)%"
        }

        /// The classes of what is visible during a part of it. Without animations, only what the last frame has is visible.
        ///
        /// Delays are negative: an animation that waits for its beginning would show what is shown without one.
        func classes(_ life: Range<Int>) -> String {
            let length = length(of: life)
            guard length < whole else { return "" }
            let beginning = life.lowerBound == 0 ? "" : " b\(life.lowerBound)"
            return "v\(length)\(beginning)" + (life.upperBound == count ? " s" : "")
        }

        func seconds(_ frames: Int) -> Double { (Double(frames) * interval * 1e6).rounded() / 1e6 }
    }

    /// By how many columns the moving layer has gone to the left at each frame.
    private struct Scroll {
        private(set) var offsets = [0]

        /// As far as most of what changed from one frame to the next went; a wrong guess costs bytes, and changes no frame.
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

    /// What is drawn in several columns, colours or times of one row is defined once, and used.
    private struct Shared {
        let definitions: String
        private let numbers: [SVGPiece: Int]

        init(_ pieces: [SVGPiece]) {
            let counts = Dictionary(pieces.map { (Shared.unplaced($0), 1) }, uniquingKeysWith: +)
            var numbers: [SVGPiece: Int] = [:]
            var definitions = ""
            for piece in pieces.map(Shared.unplaced) where numbers[piece] == nil && counts[piece] ?? 0 > 1 {
                definitions += piece.element(painted: " id=\"\(Shared.name(numbers.count))\"")
                numbers[piece] = numbers.count
            }
            self.numbers = numbers
            self.definitions = "<defs>\(definitions)</defs>\n"
        }

        func element(_ piece: SVGPiece, painted paint: String) -> String {
            guard let number = numbers[Shared.unplaced(piece)] else { return piece.element(painted: paint) }
            return "<use href=\"#\(Shared.name(number))\" x=\"\(piece.column * SVGPiece.cellWidth)\"\(paint)/>"
        }

        private static func name(_ number: Int) -> String { "p" + String(number, radix: 36) }

        private static func unplaced(_ piece: SVGPiece) -> SVGPiece {
            SVGPiece(shape: piece.shape, row: piece.row, column: 0, width: piece.width, colour: 0)
        }
    }

    /// A piece, and the frames in which it is seen without a break. A moving one stands where the layer began.
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
                    /// Where it stands in a later frame.
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
