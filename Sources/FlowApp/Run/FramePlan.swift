import FlowModel
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import FlowVerdict
import FlowViews

package enum FrameFormat: String, CaseIterable {
    case text, ansi, svg, cast
}

/// One frame of the screen, drawn without a terminal.
package struct FramePlan {
    package enum Subject {
        case scenario(Choice)
        case trace(TraceFile)

        /// The default moment to draw: late enough in a scenario for something to have happened, or the end of a trace.
        package var moment: TraceTime {
            switch self {
            case .scenario: TraceTime(seconds: 10)
            case .trace: TraceTime(seconds: 1_000_000)
            }
        }
    }

    /// The pipelines to list, for a program's trace, and the pipeline to open.
    package struct Pipelines {
        /// The terms that listed pipelines match; empty for all.
        var filter = ""
        var order: ListOrder?
        /// The row to open, from 1.
        var row: Int?
        /// Whether to open the first row if `row` is `nil`.
        package var opensFirst = false

        package init(filter: String = "", order: ListOrder? = nil, row: Int? = nil) {
            (self.filter, self.order, self.row) = (filter, order, row)
        }
    }

    package let subject: Subject
    /// The moment to draw as the present.
    package var at: TraceTime
    /// The configuration: size, theme, signs, keys.
    package let config: Config
    package var isFrozen = false
    package var showsTwo = false
    /// The past moment to show.
    package var playhead: TraceTime?
    package var selection: Int?
    package var overlay: FrameOverlay?
    /// The text of the input line for a chain.
    package var typed: String?
    /// The controls to press, ordered by time.
    package var sends: [(time: TraceTime, control: Control)] = []
    /// The numbers of a second run to draw beside the first.
    package var otherNumbers: Numbers?
    /// The size with which to foretell the store of the selected lane of a program.
    package var foretoldSize: Int?
    package var pipelines = Pipelines()

    package init(subject: Subject, at present: TraceTime, config: Config) {
        (self.subject, at, self.config) = (subject, present, config)
    }

    package var size: Size { config.settings.frameSize }
    private var theme: Theme { config.theme }
    private var signs: Signs { config.settings.ascii ? .ascii : .unicode }
    private var hasColour: Bool { config.settings.color }

    /// - Throws: ``Failure`` if the frame is too small for the screen.
    package func write(_ frame: Surface, as format: FrameFormat) throws {
        let output = StandardOutput()
        switch format {
        case .text: output.lines(TextOutput.render(frame))
        case .ansi: output.verbatim(ANSIOutput.render(frame, theme: theme, mode: colours).utf8)
        case .svg: output.verbatim(SVGOutput.render(frame, theme: theme).utf8)
        case .cast: preconditionFailure("a cast has more than one frame")
        }
        output.flush()
        try checkSize()
    }

    /// - Throws: ``Failure`` if a frame cannot be drawn, or is too small for the screen.
    package func write(_ film: Film, as format: FrameFormat) throws {
        var (film, source) = (film, FrameSource(self))
        if let end = source.end, let last = film.moments.last, end < last {
            guard let cut = film.cut(at: end) else {
                throw Failure(
                    "the trace ends at \(end) s, before the picture begins at \(film.moments[0]) s; give an earlier --from")
            }
            film = cut
            StandardError.line("flowviz: the trace ends at \(end) s, and the picture with it")
        }
        let frames = try film.moments.map { surface(of: try source.screen(at: $0)) }
        let text =
            format == .cast
            ? CastOutput.render(frames, at: film.times, theme: theme, mode: colours)
            : SVGFilm.render(frames, at: film.times, pause: Film.pause, theme: theme)
        let output = StandardOutput()
        output.verbatim(text.utf8)
        output.flush()
        try checkSize()
    }

    private var colours: ColourMode { hasColour ? .colours256 : .none }

    private func checkSize() throws {
        let least = RootView.minimumSize
        guard size.width >= least.width, size.height >= least.height else {
            throw Failure("\(size.width)x\(size.height) is too small for a frame; the smallest is \(least.width)x\(least.height)")
        }
    }

    package func surface() throws -> Surface { surface(of: try screen()) }

    package func surface(of screen: ScreenState) -> Surface {
        var surface = Surface(size)
        RootView(screen, signs: signs, hasColour: hasColour).draw(into: &surface)
        return surface
    }

    package func screen() throws -> ScreenState {
        var source = FrameSource(self)
        return try source.screen(at: at)
    }
}
