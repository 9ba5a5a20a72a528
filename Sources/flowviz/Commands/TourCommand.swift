import ArgumentParser
import FlowApp
import FlowScreen

struct TourCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tour", abstract: "Explains backpressure in seven stops of a minute each, on the screen.",
        discussion: "The tour continues at the stop where you left it; in a scenario, T starts it too.")

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The stop to begin at, from 1 to \(Tour.stops.count); by default the one reached.", valueName: "stop"))
    var from: Int?

    @OptionGroup var looks: LookOptions

    func validate() throws {
        guard let from, !(1...Tour.stops.count).contains(from) else { return }
        throw ValidationError("--from \(from) is not valid; the tour has stops from 1 to \(Tour.stops.count)")
    }

    func run() throws {
        let reached = from.map { $0 - 1 } ?? TourFile.stop
        var state = AppState(.scenario(Tour.stops[reached].choice), size: Size(width: 0, height: 0))
        _ = TourUpdate.go(to: reached, &state)
        if from == nil, reached > 0 { state.notice = TourUpdate.resumed(at: reached, anew: "flowviz tour --from 1 begins anew") }
        state.keepTour()
        try looks.show(.scenario(Session()), state, looks.config())
    }
}
