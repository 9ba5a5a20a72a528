import ArgumentParser
import FlowAnalysis
import FlowApp
import FlowModel
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import FlowViews

struct FrameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame", abstract: "Draws one frame of the screen without a terminal, or a moving picture.")

    @Argument(
        help: ArgumentHelp("A scenario, or id:variant; 'flowviz list' has all. Or a trace.", valueName: "id"),
        completion: .scenario)
    var id: String?

    @Option(help: ArgumentHelp("Draw a chain instead of a scenario, as 'flowviz eval' takes it.", valueName: "chain"))
    var eval: String?

    @Option(help: ArgumentHelp("Draw the line in which chains are typed, with this in it.", valueName: "text"))
    var typed: String?

    @Option(help: ArgumentHelp("Draw a trace instead of a scenario.", valueName: "file"), completion: .trace)
    var trace: String?

    @Option(help: ArgumentHelp("The variant; the scenario's first by default.", valueName: "name"), completion: .variant)
    var variant: String?

    @OptionGroup var picture: PictureOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Draw a moving picture instead, from this moment on; as svg or cast.", valueName: "seconds"))
    var from: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The moment at which the moving picture ends.", valueName: "seconds"))
    var to: String?

    @Option(help: "The output format.")
    var format = FrameFormat.text

    @Flag(inversion: .prefixedNo, help: "Use ASCII signs only.")
    var ascii: Bool?

    @Flag(inversion: .prefixedNo, help: "Draw as on a terminal with colour.")
    var color: Bool?

    @Flag(help: "Draw with time frozen.")
    var frozen = false

    @Flag(help: "Draw two variants side by side.")
    var two = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Show this past moment.", valueName: "seconds"))
    var playhead: String?

    @Option(help: "Draw this over the lanes.")
    var overlay: FrameOverlay?

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    @Option(
        name: .customLong("what-if"),
        help: ArgumentHelp(
            "Draw the same run with another number beside it, for example size=2; repeatable. Of a program, the store of the selected lane.",
            valueName: "name=value"))
    var whatIf: [String] = []

    func run() throws {
        let film = try film()
        let config = Config.ofPictures()
        let plan = try plan(config)
        config.warn()
        if let film {
            try plan.write(Film(from: film.start, to: film.end, size: plan.size), as: format)
        } else {
            try plan.write(try plan.surface(), as: format)
        }
    }

    /// The start and end of a moving picture, `nil` for a still one.
    private func film() throws -> (start: TraceTime, end: TraceTime)? {
        guard from != nil || to != nil else {
            guard format != .cast else { throw ValidationError("--format cast is a moving picture; it needs --from and --to") }
            return nil
        }
        guard let from, let to else { throw ValidationError("a moving picture needs both --from and --to") }
        guard format == .svg || format == .cast else {
            throw ValidationError("a moving picture is svg or cast; give --from and --to with --format svg or --format cast")
        }
        guard picture.at == nil, playhead == nil else {
            throw ValidationError("--from and --to draw a moving picture, --at and --playhead one moment; give one")
        }
        let start = try Arguments.seconds(from, of: "--from")
        let end = try Arguments.seconds(to, of: "--to")
        guard start < end else {
            throw ValidationError("--to '\(to)' is not valid; it takes a moment after --from, which is \(from)")
        }
        guard end - start <= Film.longest.nanoseconds else {
            throw ValidationError("--from \(from) --to \(to) is too long; a moving picture has 60 seconds at most")
        }
        return (start, end)
    }

    /// - Parameter config: The configuration, which options override.
    func plan(_ config: Config = .standard) throws -> FramePlan {
        var config = config
        config.set(\.ascii, ascii)
        config.set(\.color, color)
        var plan = try picture.plan(of: try tracePath.map { try recording($0) } ?? .scenario(try choice()), config)
        plan.isFrozen = frozen
        plan.overlay = overlay
        switch plan.subject {
        case .scenario(let choice):
            try check(choice, plan.size)
            plan.showsTwo = two
            plan.typed = typed
            plan.sends = try Arguments.sends(send, of: choice.variantValue, scenario: choice.scenarioValue.id)
            plan.otherNumbers = try otherNumbers(choice)
        case .trace(let file):
            let choice = RunPlan.recorded(in: file)?.choice
            if choice == nil, !whatIf.isEmpty {
                plan.foretoldSize = try foretoldSize()
            } else {
                plan.otherNumbers = try otherNumbers(choice)
            }
        }
        plan.playhead = try playhead.map { try past($0, of: plan.at) }
        return plan
    }

    /// The trace of `--trace`, or one given in place of a scenario, as other commands accept it.
    private var tracePath: String? {
        trace ?? id.flatMap { RunSource.scenario($0) == nil && $0.contains { "./".contains($0) } ? $0 : nil }
    }

    private func recording(_ path: String) throws -> FramePlan.Subject {
        guard id == nil || trace == nil, eval == nil, typed == nil, variant == nil, send.isEmpty, set.isEmpty, !two else {
            throw ValidationError(
                "a trace is drawn as it was recorded; it takes no scenario, --eval, --typed, --variant, --two, --send or --set")
        }
        return .trace(try Trace.open(path))
    }

    /// The scenario or chain, with the numbers of `--set`.
    private func choice() throws -> Choice {
        guard picture.open == nil else { throw ValidationError("--open works only with the --trace of a program") }
        let settings = RunSettings(variant: variant, sets: set)
        if let eval {
            guard id == nil, variant == nil else {
                throw ValidationError("--eval draws a chain; it takes no scenario and no --variant")
            }
            return try settings.choice(Choice(try ChainScenario.typed(eval, name: "chain")))
        }
        guard let id else { throw ValidationError("no scenario is named; 'flowviz list' names them, --trace FILE draws a trace") }
        return try settings.choice(try Arguments.choice(scenario: id, variant: variant))
    }

    private func check(_ choice: Choice, _ size: Size) throws {
        let id = choice.scenarioValue.id
        let lanes = ScreenLane.lanes(of: StreamAnalysis(choice.variantValue).model).count
        if let select = picture.select, !(1...lanes).contains(select) {
            throw ValidationError("--select \(select) is not valid; \(id) has lanes 1 to \(lanes)")
        }
        guard !two || size.width >= RootView.widthOfTwoPanes else {
            throw ValidationError("--two needs \(RootView.widthOfTwoPanes) columns; --size is \(size.width)x\(size.height)")
        }
        guard !two || choice.scenarioValue.variants.count > 1 else {
            throw ValidationError("--two is not valid; \(id) has only one variant")
        }
        guard typed == nil || overlay == nil else {
            throw ValidationError("--typed draws the line for a chain, --overlay what lies over the lanes; give one")
        }
    }

    /// The numbers of the rerun of `--what-if`. Below 120 columns it is drawn alone.
    private func otherNumbers(_ choice: Choice?) throws -> Numbers? {
        guard !whatIf.isEmpty else { return nil }
        guard let choice, !two else {
            throw ValidationError("--what-if works with one run of a scenario, not with --two or the trace of a program")
        }
        var numbers = choice.numbers
        for text in whatIf {
            let (name, value) = try Arguments.set(
                text, as: "--what-if", of: choice.variantValue, scenario: choice.scenarioValue.id)
            numbers[name] = value
        }
        guard numbers != choice.numbers else {
            throw ValidationError("--what-if changes nothing: \(whatIf.joined(separator: ", ")) is set already")
        }
        return numbers
    }

    /// The size of `--what-if size=4` for the store of the selected lane of a program.
    private func foretoldSize() throws -> Int {
        let parts = whatIf.map { $0.split(separator: "=", maxSplits: 1) }
        guard picture.open != nil, parts.count == 1, parts[0].count == 2, parts[0][0] == "size", let size = Int(parts[0][1]),
            0...1_000_000_000 ~= size
        else {
            throw ValidationError(
                "--what-if '\(whatIf.joined(separator: " "))' is not valid; the trace of a program takes size=4, with --open, for the selected lane"
            )
        }
        return size
    }

    private func past(_ text: String, of present: TraceTime) throws -> TraceTime {
        let moment = try Arguments.seconds(text, of: "--playhead")
        guard moment <= present else {
            throw ValidationError("--playhead '\(text)' is not valid; it takes a moment up to --at, which is \(picture.at ?? "")")
        }
        return moment
    }
}
