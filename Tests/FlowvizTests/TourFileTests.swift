import Foundation
import Testing

@testable import FlowApp
@testable import flowviz

@Suite("The stop that is kept")
struct TourFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "flowviz-tour-\(UUID().uuidString)").path()

    @Test func `every stop comes back, from a folder that was not there`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = TourFile(folder: "\(folder)/a/b")
        #expect(file.reached == 0)

        for stop in Tour.stops.indices {
            try file.keep(stop)
            #expect(file.reached == stop)
        }
    }

    @Test(arguments: ["", "0", "8", "-1", "3.5", "drei", "99999999999999999999999", "4 4", "\u{0}"])
    func `what is no stop is the first`(text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try text.write(toFile: "\(folder)/tour", atomically: true, encoding: .utf8)

        #expect(TourFile(folder: folder).reached == 0)
    }

    @Test func `a folder that is open to others keeps nothing, and nothing in it counts`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = TourFile(folder: folder)
        try file.keep(2)
        chmod(folder, 0o777)

        #expect(file.reached == 0)
        #expect { try file.keep(3) } throws: {
            let reason = "others may write to it, by its mode 777; remove it, or let XDG_STATE_HOME name another folder"
            return "\($0)" == "cannot use '\(folder)': \(reason)"
        }
    }

    @Test func `where nothing can be kept, one line says so`() throws {
        try "a file".write(toFile: folder, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: folder) }

        #expect {
            try TourFile(folder: "\(folder)/tours").keep(2)
        } throws: {
            let text = "\($0)"
            return text.hasPrefix("cannot keep the stop of the tour: ") && !text.contains("\n") && text.contains("XDG_STATE_HOME")
        }
    }

    @Test(arguments: ["0", "8", "-1"]) func `--from takes the stops there are`(number: String) {
        #expect {
            try TourCommand.parse(["--from", number])
        } throws: {
            TourCommand.message(for: $0) == "--from \(number) is not valid; the tour has stops from 1 to 7"
        }
    }
}
