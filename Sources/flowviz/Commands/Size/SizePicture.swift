import FlowScreen
import FlowSizing
import FlowText
import FlowTrace
import LibC

/// Draws the drops and the waits over the sizes of a store as an SVG picture.
///
/// Distances between sizes are in proportion up to ``largestInProportion``, and logarithmic beyond.
struct SizePicture {
    private let report: SizeReport
    private let points: [SizeCurve.Point]

    /// The plot within the picture, in pixels.
    private static let (left, top, width, height) = (70.0, 50.0, 480.0, 240.0)
    private static let (dropColour, waitColour) = ("#c0392b", "#2471a3")
    private static let largestInProportion = 200
    /// The least distance between the names of two sizes.
    private static let room = 36.0

    /// `nil` if the store has no curve.
    init?(of report: SizeReport) {
        guard let points = report.curve?.points, points.count > 1 else { return nil }
        (self.report, self.points) = (report, points)
    }

    var svg: String {
        let (right, bottom) = (SizePicture.left + SizePicture.width, SizePicture.top + SizePicture.height)
        let (drops, waits) = (points.map { Double($0.dropped) }, points.map { Double($0.wait) })
        let place = report.history.place.map { " at \($0.short)" } ?? ""
        let title = "\(report.history.name)\(place): foretold for this recording, by size"
        let lines =
            [
                text(title, x: SizePicture.left, y: 24, "#222", "start"),
                "<path d=\"M\(SizePicture.left) \(SizePicture.top)V\(bottom)H\(right)V\(SizePicture.top)\" fill=\"none\" stroke=\"#888\"/>",
                curve(drops, SizePicture.dropColour), curve(waits, SizePicture.waitColour),
                text("\(Int(drops.max() ?? 0)) dropped", x: SizePicture.left, y: 44, SizePicture.dropColour, "start"),
                text("0", x: SizePicture.left - 8, y: bottom, SizePicture.dropColour, "end"),
                text(
                    "99 % wait \(Seconds.duration(nanoseconds: UInt64(saturating: waits.max() ?? 0)))", x: right, y: 44,
                    SizePicture.waitColour, "end"),
                text("0 s", x: right + 8, y: bottom, SizePicture.waitColour, "start"),
            ] + marks(bottom)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="640" height="340" viewBox="0 0 640 340">\
            <rect width="640" height="340" fill="#fff"/><g font-family="sans-serif" font-size="13">
            \(lines.joined(separator: "\n"))
            </g></svg>

            """
    }

    /// The sizes below the plot, and the recorded one.
    private func marks(_ bottom: Double) -> [String] {
        let (first, last) = (points[0].size, points[points.count - 1].size)
        let between = roundSizes.filter {
            x(of: $0) - x(of: first) >= SizePicture.room && x(of: last) - x(of: $0) >= SizePicture.room
        }
        var marks = ([first] + between + [last]).map { text("\($0)", x: x(of: $0), y: bottom + 18, "#222", "middle") }
        if let size = report.history.capacity, first...last ~= size {
            let x = x(of: size)
            marks.append("<path d=\"M\(x) \(SizePicture.top)V\(bottom)\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>")
            marks.append(text("as recorded: \(size)", x: x, y: bottom + 36, "#222", "middle"))
        }
        return marks
    }

    /// Up to ten sizes at even distances, or the powers of ten.
    private var roundSizes: [Int] {
        let last = points[points.count - 1].size
        if isLogarithmic { return Array(sequence(first: 10) { $0 <= last / 10 ? $0 * 10 : nil }) }
        let step = [1, 2, 5, 10].first { last / $0 <= 10 } ?? 20
        return Array(stride(from: step, to: last, by: step))
    }

    private func curve(_ heights: [Double], _ colour: String) -> String {
        let most = max(heights.max() ?? 0, .leastNonzeroMagnitude)
        let path = zip(points, heights).map { point, height in
            "\(x(of: point.size)),\(rounded(SizePicture.top + SizePicture.height * (1 - height / most)))"
        }
        return "<polyline points=\"\(path.joined(separator: " "))\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>"
    }

    private var isLogarithmic: Bool { points[points.count - 1].size > SizePicture.largestInProportion }

    private func x(of size: Int) -> Double {
        func place(_ size: Int) -> Double { isLogarithmic ? log(Double(size)) : Double(size) }
        let (first, last) = (place(points[0].size), place(points[points.count - 1].size))
        return rounded(SizePicture.left + SizePicture.width * (place(size) - first) / (last - first))
    }

    private func text(_ text: String, x: Double, y: Double, _ colour: String, _ anchor: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" fill=\"\(colour)\" text-anchor=\"\(anchor)\">\(XMLText.escaped(text))</text>"
    }

    private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
