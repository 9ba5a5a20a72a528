import ArgumentParser
import FlowSessions
import FlowSizing
import FlowSystem
import FlowTrace

struct SizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "size",
        abstract: "Foretells from a recording what another buffer size, consumer or source would change.",
        discussion: """
            It plays the recorded arrivals and the recorded times of the consumers through a queue of another size. \
            It assumes that the times stay the same and that the source does not react; a producer that waits is simulated.
            """)

    @Argument(help: ArgumentHelp("A trace file, or a scenario as id or id:variant.", valueName: "file|id"), completion: .subject)
    var subject: String

    @Option(help: ArgumentHelp("Only this store, by the name that diagnose shows.", valueName: "name"))
    var stage: String?

    @Option(
        help: ArgumentHelp(
            "Foretell these sizes, separated by commas; by default powers of two up to the size without drops.", valueName: "n,n")
    )
    var sizes: String?

    @Option(help: ArgumentHelp("Also find the largest size with which no value waits longer.", valueName: "duration"))
    var maxWait: String?

    @Option(
        help: ArgumentHelp("Also draw drops and waits over the sizes of the first store into an SVG file.", valueName: "file"),
        completion: .file()) var svg: String?

    @Flag(help: "Write the whole table of every store, not only of the first.")
    var all = false

    @Flag(help: "One JSON object a line, for each store.")
    var json = false

    @OptionGroup(title: "Options of a scenario") var options: ScenarioOptions

    @OptionGroup(title: "Options of a scenario") var inputs: InputOptions

    func run() throws {
        let (sizes, limit) = (try sizes.map(SizeCommand.sizes), try maxWait.map(SizeCommand.limit))
        let source = try RunSource(subject, inputs.settings(variant: options.variant))
        let stores = try RunStores(of: source)
        for gap in stores.gaps { StandardError.line("flowviz: \(source.name): \(gap)") }
        let histories = try chosen(from: stores, in: source)
        let output = StandardOutput()
        let reports = histories.enumerated().map { index, history in
            SizeReport(history, isWhole: index == 0 || all || json, sizes: sizes, maxWait: limit)
        }
        if let svg { try draw(reports[0], into: svg) }
        if json {
            for report in reports { output.verbatim(line: SizeJSON.line(of: report)) }
        } else {
            for line in lines(on: reports) { output.line(line) }
        }
        output.flush()
    }

    /// The first store in full, or all, with empty lines between them; then a line on each other.
    private func lines(on reports: [SizeReport]) -> [String] {
        let whole = all ? reports[...] : reports.prefix(1)
        let rest = SizeText.summaries(of: reports.dropFirst(whole.count))
        let parts = whole.map(SizeText.lines) + (rest.isEmpty ? [] : [rest])
        return Array(parts.joined(separator: [""]))
    }

    private func chosen(from stores: RunStores, in source: RunSource) throws -> [StoreHistory] {
        if let stage { return [try SizeCommand.named(stage, among: stores, in: source)] }
        guard stores.histories.isEmpty else { return stores.histories }
        throw SizeCommand.nothing(among: stores, in: source)
    }

    private static func nothing(among stores: RunStores, in source: RunSource) -> Failure {
        guard stores.gaps.isEmpty else { return Failure("'\(source.name)' is incomplete, and shows no stage that held a value") }
        return Failure("no stage of '\(source.name)' held a value, or dropped one for lack of demand: there is no size to choose")
    }

    /// The store with a name.
    static func named(_ name: String, among stores: RunStores, in source: RunSource) throws -> StoreHistory {
        if let history = stores.histories.first(where: { $0.name == name }) { return history }
        let names = stores.histories.map(\.name)
        guard let first = names.first else { throw nothing(among: stores, in: source) }
        let all = names.count == 1 ? "\(first) does" : "there are \(names.joined(separator: ", "))"
        let hint = Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" } ?? all
        throw Failure("no stage '\(name)' of '\(source.name)' holds values; \(hint)")
    }

    private func draw(_ report: SizeReport, into path: String) throws {
        guard let picture = SizePicture(of: report) else {
            throw Failure("--svg has nothing to draw: for \(report.history.name), no drops over several sizes are foretold")
        }
        try Failure.checked { () throws(TraceFileError) in try OutputFile.write(picture.svg, to: path, isPublic: true) }
    }

    /// `1,2,8`
    private static func sizes(_ text: String) throws -> [Int] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        let sizes = parts.compactMap { $0 }.filter { 0...1_000_000_000 ~= $0 }
        guard sizes.count == parts.count, sizes.count <= 64 else {
            throw ValidationError("--sizes '\(text)' is not valid; it takes up to 64 counts, for example 1,10,100")
        }
        return sizes
    }

    private static func limit(_ text: String) throws -> UInt64 {
        guard let nanoseconds = Arguments.nanoseconds(text) else {
            throw ValidationError("--max-wait '\(text)' is not valid; it takes a time, for example 2s or 50ms")
        }
        return nanoseconds
    }
}
