import FlowSystem
import FlowTrace
import FlowViews
import LibC

/// The file in which the stop is kept that the tour goes on at.
package struct TourFile {
    /// What the file is called in its folder.
    private static let name = "tour"

    /// The folder, which need not be there.
    let folder: String

    init(folder: String) { self.folder = folder }

    /// The file of the user who runs the program.
    init() throws(Failure) { folder = try UserFolder.state.path(for: "the tour keeps its stop in the user's state") }

    /// The stop that was kept, from 0; the first where none is, or what is there is none.
    var reached: Int {
        guard (try? UserFolder.state.check(folder)) == true,
            let text = try? InputFile.text("\(folder)/\(TourFile.name)", limit: 16),
            let number = Int(text.filter { $0 != "\n" }), Tour.stops.indices.contains(number - 1)
        else { return 0 }
        return number - 1
    }

    /// Keeps a stop.
    func keep(_ stop: Int) throws(Failure) {
        let kept = "the stop of the tour"
        try UserFolder.state.make(folder, for: kept)
        do {
            try OutputFile.write("\(stop + 1)\n", to: "\(folder)/\(TourFile.name)")
        } catch {
            throw UserFolder.state.failure(error.description, keeping: kept)
        }
    }
}

extension AppState {
    /// Keeps the stop of the tour; that it cannot be kept is said once.
    package mutating func keepTour() {
        guard !tour.cannotKeep else { return }
        do throws(Failure) {
            try TourFile().keep(tour.reached)
        } catch {
            tour.cannotKeep = true
            notice = KeyText(error.description)
        }
    }
}

extension TourFile {
    /// The stop that the user who runs the program has reached; the first where the user has no folder.
    package static var stop: Int { (try? TourFile())?.reached ?? 0 }
}
