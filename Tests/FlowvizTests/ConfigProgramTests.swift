import FlowTestSupport
import Foundation
import Testing

@testable import FlowApp

@Suite("Settings, end to end", .notForever)
struct ConfigProgramTests {
    /// A folder as a user's home, with a file of settings.
    private func home(_ text: String? = nil) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        guard let text else { return folder }
        let path = folder.path(".config/flowviz")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try text.write(toFile: path + "/config.toml", atomically: true, encoding: .utf8)
        return folder
    }

    private static let broken =
        "theme = light\nspeed = 1000\n[keys]\nhelp = \"h\"\nquit = \"w\"\npause = \"p\"\npick-number = \"P\"\n[a\n\u{0}"

    @Test func `a file that is wrong keeps the screen from nothing, which says so, and the lines that are right count`() throws {
        let home = try home(ConfigProgramTests.broken)
        let pty = try Program.start(["--scenario", "pausable-sink"], ["HOME": home.path])

        let warning =
            "config.toml:1: 'light' is not a number, true or false; put a text in quotes: \"light\"; 'flowviz config' lists 4 more"
        #expect(pty.wait { $0.isWholeFrame && $0.text.contains(warning) })
        #expect(pty.screen.rows.last?.contains("p pause") == true && pty.screen.rows.last?.hasSuffix("h help  q quit") == true)
        pty.send("p")
        #expect(pty.wait(for: "PAUSED   p resumes"))
        pty.send("h")
        #expect(pty.wait { $0.text.contains(#/ P +which number/#) })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
    }

    @Test func `Control-C quits whatever the key is`() throws {
        let home = try home("[keys]\nquit = \"X\"")
        let pty = try Program.start([], ["HOME": home.path])
        #expect(pty.wait { $0.rows.last?.hasSuffix("? help  X quit") == true })

        pty.send("q")
        #expect(pty.wait(for: "this key does nothing; ? lists the keys"))
        pty.send("\u{3}")

        #expect(pty.waitForExit() == .signalled(SIGINT))
    }

    @Test func `a command without a screen says what is wrong apart from what it prints`() throws {
        let home = try home(ConfigProgramTests.broken)
        let command = ["frame", "pace", "--at", "3", "--size", "80x24"]

        let plain = try Program.run(command)
        let warned = try Program.run(command, ["HOME": home.path])

        #expect(warned.status == .exited(0) && plain.errors == "")
        #expect(warned.output == plain.output.replacing("? help", with: "h help"))
        let place = "\(home.path)/.config/flowviz/config.toml:1"
        #expect(
            warned.errorLines == [
                "flowviz: \(place): 'light' is not a number, true or false; put a text in quotes: \"light\"; 'flowviz config' lists 4 more"
            ])
    }

    @Test func `config lists every mistake with its line, and ends with 1`() throws {
        let home = try home(ConfigProgramTests.broken)
        let file = "\(home.path)/.config/flowviz/config.toml"

        let run = try Program.run(["config"], ["HOME": home.path])

        #expect(run.status == .exited(1))
        #expect(
            run.errorLines == [
                "\(file):1: 'light' is not a number, true or false; put a text in quotes: \"light\"",
                "\(file):2: speed = 1000 is not valid; it takes a number from 0.05 to 20, for example 1",
                "\(file):5: quit takes 'w', which is the key of why by default; give quit another key, or why a key of its own",
                "\(file):8: the heading has no end; write [a]",
                "\(file):9: the line has the character U+0000, which is invisible; remove it",
            ])
        #expect(run.output.rows(with: "help") == ["help         \"h\"         \(file):4"])
        #expect(run.output.rows(with: "speed") == ["speed        1           default"])
    }

    @Test func `an option is above a variable, a variable above the file`() throws {
        let home = try home("theme = \"light\"\nascii = true")
        func frame(_ options: [String] = [], _ variables: [String: String] = [:]) throws -> String {
            let command = ["frame", "pace", "--at", "3", "--format", "ansi"] + options
            return try Program.run(command, variables.merging(["HOME": home.path]) { $1 }).output
        }
        func plain(_ options: [String]) throws -> String {
            try Program.run(["frame", "pace", "--at", "3", "--format", "ansi"] + options).output
        }

        #expect(try frame() == plain(["--theme", "light", "--ascii"]))
        #expect(try frame([], ["FLOWVIZ_THEME": "contrast"]) == plain(["--theme", "contrast", "--ascii"]))
        #expect(try frame(["--theme", "dark", "--no-ascii"], ["FLOWVIZ_THEME": "contrast"]) == plain([]))
        #expect(try frame([], ["FLOWVIZ_CONFIG": "/dev/null"]) == plain([]))
        #expect(try frame([], ["NO_COLOR": "1"]) == frame())
    }

    @Test func `the file is written once, in folders for its user alone`() throws {
        let home = try home()
        let file = home.path(".config/flowviz/config.toml")

        let first = try Program.run(["config", "--init"], ["HOME": home.path])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try "theme = \"light\"".write(toFile: file, atomically: true, encoding: .utf8)
        let second = try Program.run(["config", "--init"], ["HOME": home.path])

        #expect(first.status == .exited(0) && first.output == "wrote \(file); it has every setting in a comment\n")
        #expect(text == ConfigPage.text)
        #expect(second.status == .exited(1))
        #expect(second.errorLines == ["flowviz: '\(file)' exists already, and is kept; edit it, or move it away first"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "theme = \"light\"")
        let modes = try FileManager.default.attributesOfItem(atPath: home.path(".config/flowviz"))[.posixPermissions] as? Int
        #expect(modes == 0o700)
    }

    @Test(arguments: [
        (
            ["HOME": ""],
            "file: none; settings are kept in the user's folder, and neither XDG_CONFIG_HOME nor HOME is an absolute path; set one",
            0
        ),
        (
            ["HOME": "/nowhere"],
            "file: /nowhere/.config/flowviz/config.toml, which is not there; 'flowviz config --init' writes it", 0
        ),
        (["FLOWVIZ_CONFIG": "/nowhere"], "file: /nowhere, which is not there; 'flowviz config --init' writes it", 1),
        (["FLOWVIZ_CONFIG": "/"], "file: /", 1),
    ])
    func `without a file the defaults are in force; one that was named is missed`(
        variables: [String: String], line: String, code: Int32
    )
        throws
    {
        let run = try Program.run(["config"], variables)

        #expect(run.output.split(separator: "\n").first.map(String.init) == line)
        #expect(run.status == .exited(code) && run.errorLines.count { !$0.isEmpty } == Int(code))
    }
}
