import FlowSystem
import FlowTrace
import FlowViews
import LibC

/// Saves the stop at which the tour continues.
package struct TourFile {
    /// The file's name in its folder.
    private static let name = "tour"

    /// The folder, which may not exist yet.
    let folder: String

    init(folder: String) { self.folder = folder }

    /// The file of the current user.
    init() throws(Failure) { folder = try UserFolder.state.path(for: "the tour keeps its stop in the user's state") }

    /// The saved stop, from 0; the first if there is none, or the file is invalid.
    var reached: Int {
        guard (try? UserFolder.state.check(folder)) == true,
            let text = try? InputFile.text("\(folder)/\(TourFile.name)", limit: 16),
            let number = Int(text.filter { $0 != "\n" }), Tour.stops.indices.contains(number - 1)
        else { return 0 }
        return number - 1
    }

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
    /// Saves the tour's stop. A failure is reported once.
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
    /// The stop that the current user has reached; the first if there is no folder.
    package static var stop: Int { (try? TourFile())?.reached ?? 0 }
}
