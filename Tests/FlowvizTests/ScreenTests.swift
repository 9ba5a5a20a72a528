import FlowScenarios
import FlowTestSupport
import Foundation
import Testing

@Suite("Screen, end to end", .notForever)
struct ScreenTests {
    /// Starts the program and waits for its first frame.
    private func start(
        _ arguments: [String] = [], _ changes: [String: String] = [:], columns: Int = 120, rows: Int = 36
    ) throws -> PTY {
        let pty = try Program.start(arguments, changes, columns: columns, rows: rows)
        #expect(pty.wait { $0.isWholeFrame })
        return pty
    }

    private func quit(_ pty: PTY) {
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
    }

    // MARK: Scenarios

    @Test func `Tab reaches all scenarios and comes round`() throws {
        let pty = try start()

        for scenario in Catalogue.scenarios.dropFirst() + [Catalogue.scenarios[0]] {
            pty.send("\t")
            #expect(pty.wait { $0.shows(scenario) }, "\(scenario.id)")
        }
        pty.send("\u{1B}[Z")

        #expect(pty.wait { $0.shows(Catalogue.scenarios[Catalogue.scenarios.count - 1]) })
        quit(pty)
    }

    @Test func `digits reach the first ten scenarios`() throws {
        let pty = try start()

        for digit in [5, 0, 9, 8, 7, 6, 4, 3, 2, 1] {
            pty.send(String(digit))
            #expect(pty.wait { $0.shows(Catalogue.scenarios[(digit + 9) % 10]) }, "\(digit)")
        }

        quit(pty)
    }

    @Test func `the picker reaches all scenarios`() throws {
        let pty = try start()
        var seen: Set<String> = []

        for row in Catalogue.scenarios.indices {
            pty.send("s\u{1B}OH" + String(repeating: "\u{1B}OB", count: row))
            #expect(pty.wait(for: "Enter open"))
            pty.send("\r")
            let isOpen = pty.wait { screen in
                guard let shown = Catalogue.scenarios.first(where: screen.shows), !seen.contains(shown.id) || row == 0 else {
                    return false
                }
                return screen.isWholeFrame && !screen.text.contains("Enter open")
            }
            #expect(isOpen, "row \(row)")
            if let shown = Catalogue.scenarios.first(where: pty.screen.shows) { seen.insert(shown.id) }
        }

        #expect(seen == Set(Catalogue.scenarios.map(\.id)))
        quit(pty)
    }

    // MARK: Pause

    @Test func `Space stops the sink, the buffer fills and drops its oldest, Space drains it, and the line repeats it`() throws {
        let pty = try start(["--scenario", "pausable-sink", "--speed", "10"])
        #expect(pty.wait { ($0.number(before: "delivered") ?? 0) >= 2 })

        pty.send(" ")
        #expect(pty.wait(for: "PAUSED   Space resumes"))
        #expect(pty.wait(for: "20 of 20  full"))
        let received = pty.screen.number(before: "delivered")
        #expect(pty.wait { ($0.number(before: "dropped") ?? 0) >= 5 })
        #expect(pty.screen.number(before: "delivered") == received)
        #expect(pty.screen.text.contains("the buffer is full and drops its oldest"))
        #expect(pty.screen.rows[35].contains("Space resume"))

        pty.send(" ")
        #expect(pty.wait { ($0.number(before: "delivered") ?? 0) >= (received ?? 0) + 21 && !$0.text.contains("of 20  full") })
        // The copy follows the whole frozen frame.
        pty.send("f")
        #expect(pty.wait { $0.rows[0].contains("frozen") })
        pty.send("y")
        #expect(pty.wait { $0.strings.count == 1 })
        let counts = ["sent", "delivered", "dropped"].map { pty.screen.number(before: $0) }
        quit(pty)

        let line = try #require(pty.screen.rows.first { $0.hasPrefix("flowviz run pausable-sink") })
        #expect(line.contains(/--until \d+\.\d+ --send "\d+\.\d+:pause" --send "\d+\.\d+:resume"$/))
        let words = line.replacing("\"", with: "").split(separator: " ").map(String.init)
        let repeated = try Program.run(words.dropFirst() + ["--format", "jsonl"]).output.split(separator: "\n")
        let events = [("source", "offered"), ("output", "value"), ("buffer", "dropped")].map { lane, kind in
            repeated.filter { $0.contains("\"lane\":\"\(lane)\",\"kind\":\"\(kind)\"") }.count
        }
        #expect(events == counts)
    }

    // MARK: Time

    @Test func `while time is frozen nothing moves and not a byte is sent`() throws {
        let pty = try start(["--scenario", "overflow", "--speed", "20"])

        pty.send("f")
        #expect(pty.wait { $0.rows[0].contains("frozen") })
        // Each copy shows that the loop has completed a turn. The first copy puts an answer on the screen.
        pty.send("y")
        #expect(pty.wait { $0.strings.count == 1 && $0.text.contains("OSC 52") })
        pty.send("y")
        #expect(pty.wait { $0.strings.count == 2 })
        let before = pty.screen.byteCount
        for count in 3...40 {
            pty.send("y")
            #expect(pty.wait { $0.strings.count == count })
        }

        #expect(Set(pty.screen.strings.dropFirst()).count == 1)
        let perCopy = pty.screen.strings[1].utf8.count + 3
        #expect(pty.screen.byteCount - before == 38 * perCopy)
        quit(pty)
    }

    @Test func `stepping and going back show one event after the other`() throws {
        let pty = try start(["--frozen"])
        let first = pty.screen.text

        pty.send("....")
        #expect(pty.wait { $0.text != first && $0.isWholeFrame })
        pty.send("\u{1B}OH")
        #expect(pty.wait { $0.text.contains("back to now") })
        pty.send("\u{1B}OF")

        #expect(pty.wait { !$0.text.contains("back to now") })
        quit(pty)
    }

    // MARK: Size

    @Test func `each new size gets a whole frame while time runs`() throws {
        let pty = try start(["--speed", "20"])

        for (columns, rows) in [(80, 24), (200, 50), (60, 16), (131, 41), (61, 17), (120, 36)] {
            pty.resize(columns: columns, rows: rows)
            #expect(pty.wait { $0.shows(Catalogue.scenarios[0]) }, "\(columns)x\(rows)")
        }

        quit(pty)
    }

    @Test func `two variants become one where the room for them goes`() throws {
        let pty = try start()

        pty.send("V")
        #expect(pty.wait { $0.rows[0].contains("two variants") })
        pty.resize(columns: 100, rows: 30)

        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("too narrow for two variants") })
        quit(pty)
    }

    @Test func `another number is rerun beside the run as it was, and alone where the room goes`() throws {
        let pty = try start(["--variant", "tight", "--speed", "20"])
        #expect(pty.wait(for: "finished 4.00 s"))

        pty.send("p>")
        #expect(pty.wait { $0.rows[0].contains("what if") && $0.text.contains("size 3 instead of 2: output got 5 instead of 4") })
        #expect(pty.screen.rows[1].contains("as it was") && pty.screen.rows[1].contains("size 3"))
        pty.resize(columns: 80, rows: 24)
        #expect(pty.wait { $0.isWholeFrame && $0.rows[0].contains("what if: size 3") })
        pty.send("V")
        #expect(pty.wait { $0.rows[0].contains("as it was: size 2") && $0.text.contains("4 dropped") })
        pty.send("V")
        #expect(pty.wait { $0.rows[0].contains("what if: size 3") && $0.text.contains("3 dropped") })
        pty.send("\u{1B}")
        #expect(pty.wait { $0.rows[0].contains("tight") })

        pty.send("p>q")
        #expect(pty.waitForExit() == .exited(0))
    }

    @Test(arguments: [(59, 16), (60, 15), (30, 4), (1, 1)]) func `a screen that is too small says so and lives on`(
        columns: Int, rows: Int
    ) throws {
        let pty = try Program.start(columns: columns, rows: rows)
        let wanted = "flowviz needs 60×16, this is \(columns)×\(rows)"

        if columns >= 40 { #expect(pty.wait { $0.text.contains(wanted) }) } else { #expect(pty.wait { $0.isAlternate }) }
        pty.resize(columns: 60, rows: 16)
        #expect(pty.wait { $0.shows(Catalogue.scenarios[0]) })
        pty.resize(columns: columns, rows: rows)
        if columns >= 40 { #expect(pty.wait { $0.text.contains(wanted) }) }

        quit(pty)
    }

    // MARK: Kinds of terminal

    @Test(arguments: [["LANG": "C"], ["LANG": "", "LC_ALL": "POSIX"], ["LANG": "xx_XX.UTF-8"]])
    func `without a UTF-8 locale all is ASCII`(changes: [String: String]) throws {
        let pty = try start([], changes)

        for key in ["2", " ", "?", "c", "l", "s"] {
            pty.send(key)
            #expect(pty.wait { $0.shows(Catalogue.scenarios[1]) })
            #expect(pty.screen.text.utf8.max() ?? 0 < 0x7F)
            #expect(pty.screen.text.rows(with: "?? ") == [])
        }

        quit(pty)
    }

    @Test(arguments: [
        ([], ["NO_COLOR": "1"], false), (["--no-color"], [:], false), ([], ["TERM": "vt100"], false), ([], [:], true),
        (["--theme", "light"], [:], true), (["--ascii"], [:], true),
    ]) func `colour is used only where it is wanted`(arguments: [String], changes: [String: String], hasColour: Bool) throws {
        let pty = try start(arguments + ["--scenario", "overflow", "--speed", "20"], changes)
        #expect(pty.wait(for: "dropped"))

        quit(pty)

        #expect(pty.screen.hasSeenColour == hasColour)
    }

    // MARK: Mouse, clipboard, files

    @Test func `a click selects a lane and the wheel zooms`() throws {
        let pty = try start(["--frozen"])
        let row = try #require(pty.screen.rows.firstIndex { $0.hasPrefix(" output ") })

        pty.send("\u{1B}[<0;5;\(row + 1)M")
        #expect(pty.wait { $0.rows[row].hasPrefix("▌output") })
        #expect(
            pty.screen.text.rows(with: "0.1 s/cell") == [
                " source ──▸ buffer 1000 · dropOldest ──▸ pace 1 s ──▸ output                values ──▸   ◂── demand          0.1 s/cell"
            ])
        pty.send("\u{1B}[<64;5;5M")
        #expect(pty.wait(for: "0.05 s/cell"))
        pty.send("\u{1B}[<65;5;5M\u{1B}[<65;5;5M")

        #expect(pty.wait(for: "0.2 s/cell"))
        quit(pty)
    }

    @Test func `y copies the frame that is shown`() throws {
        let pty = try start(["--frozen"])
        let shown = pty.screen.text

        pty.send("y")
        #expect(pty.wait { !$0.strings.isEmpty })

        let text = try #require(Data(base64Encoded: String(pty.screen.strings[0].dropFirst("52;c;".count))))
        let rows = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let trimmed = rows.map { $0.replacing(#/\s+$/#, with: "") }.joined(separator: "\n")
        #expect(trimmed == shown + "\n")
        quit(pty)
    }

    @Test func `S saves the frame in this folder, and a folder that takes no file says so`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "flowviz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = "cd \"$1\" && \"$0\" --frozen; cd /proc && exec \"$0\" --frozen"
        let pty = try PTY(
            "/bin/sh", ["-c", script, Program.path, folder.path], environment: Program.environment, columns: 120, rows: 36)

        #expect(pty.wait { $0.isWholeFrame })
        pty.send("S")
        #expect(pty.wait(for: "saved flowviz-pace-0.svg in this folder"))
        let saved = try String(contentsOf: folder.appending(path: "flowviz-pace-0.svg"), encoding: .utf8)
        #expect(saved.hasPrefix("<svg"))
        pty.send("q")
        #expect(pty.wait { $0.isWholeFrame && !$0.text.contains("saved") })
        pty.send("S")

        #expect(pty.wait(for: "cannot write 'flowviz-pace-0.svg': "))
        quit(pty)
    }
}
