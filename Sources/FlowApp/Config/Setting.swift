import FlowScreen
import FlowSessions
import FlowTrace
import FlowViews

/// A row of the table of settings: its name, its values and its purpose.
///
/// The settings file, the variables, `flowviz config`, the output of `config --init`, and docs/config.md all derive from these
/// rows.
package struct Setting: Sendable {
    /// The type and range of its values.
    enum Kind: Sendable {
        case boolean(WritableKeyPath<Settings, Bool> & Sendable)
        case word(WritableKeyPath<Settings, String> & Sendable, of: [String])
        case number(WritableKeyPath<Settings, Double> & Sendable, ClosedRange<Double>)
        case integer(WritableKeyPath<Settings, Int> & Sendable, ClosedRange<Int>)
        case bytes(WritableKeyPath<Settings, Int> & Sendable, ClosedRange<Int>)
        case size(WritableKeyPath<Settings, Size> & Sendable)
    }

    /// Its name in the file.
    let name: String
    let kind: Kind
    /// A line about its purpose.
    let about: String
    /// The options of the command line that set it; empty for none.
    let options: String

    /// The variable that sets it.
    var variable: String { "FLOWVIZ_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }

    package static let speed = Setting(
        name: "speed", kind: .number(\.speed, 0.05...20), about: "how fast time runs; 1 is as fast as the clock",
        options: "--speed")
    package static let zoom = Setting(
        name: "zoom", kind: .integer(\.zoom, -8...8),
        about: "the initial zoom in steps from flowviz's choice; 1 is nearer, -1 is farther", options: "--zoom")
    package static let memory = Setting(
        name: "memory", kind: .bytes(\.memory, MemoryBudget.allowed), about: "the memory for a viewer of programs",
        options: "--memory")

    static let all = [
        Setting(
            name: "theme", kind: .word(\.theme, of: Theme.all.map(\.name)), about: "the colours of the screen and of pictures",
            options: "--theme"),
        Setting(name: "ascii", kind: .boolean(\.ascii), about: "ASCII signs only", options: "--ascii, --no-ascii"),
        Setting(
            name: "color", kind: .boolean(\.color), about: "colour; the variable NO_COLOR also turns it off",
            options: "--color, --no-color"),
        speed, zoom, memory,
        Setting(
            name: "frame-size", kind: .size(\.frameSize), about: "the size of a frame of 'flowviz frame'",
            options: "frame --size"),
        Setting(
            name: "record-size", kind: .bytes(\.recordSize, TraceFileOptions.minimumSize...TraceFileOptions.maximumSize),
            about: "the size of the file that 'flowviz record' writes", options: "record --size"),
        Setting(
            name: "plain", kind: .boolean(\.plain), about: "the screen as lines of text, which a screen reader can read",
            options: "--plain, --no-plain"),
        Setting(
            name: "history", kind: .boolean(\.history), about: "keep typed chains for later runs", options: ""),
        Setting(
            name: "preset", kind: .word(\.preset, of: KeyTable.Preset.allCases.map(\.rawValue)),
            about: "a set of keys; one-hand puts all under the left hand", options: ""),
    ]

    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }
}

extension Setting {
    /// Its valid values in words.
    package var takes: String {
        switch kind {
        case .boolean: "true or false"
        case .word(_, let words): Setting.list(words)
        case .number(_, let range): "a number from \(Setting.text(range.lowerBound)) to \(Setting.text(range.upperBound))"
        case .integer(_, let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .bytes(_, let range):
            "bytes from \(Setting.text(ofBytes: range.lowerBound)) to \(Setting.text(ofBytes: range.upperBound))"
        case .size: "WIDTHxHEIGHT from 1x1 to 500x200"
        }
    }

    private static func list(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
    }

    /// A number as text, without `.0`.
    package static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

    /// A count of bytes in the largest unit that needs no fraction.
    private static func text(ofBytes count: Int) -> String {
        let unit = [("G", 30), ("M", 20), ("K", 10)].first { count > 0 && count % (1 << $0.1) == 0 }
        return unit.map { "\(count >> $0.1)\($0.0)" } ?? String(count)
    }

    // MARK: Reading and writing

    /// Sets the value; returns `false` if it is not valid.
    func read(_ value: ConfigValue, into settings: inout Settings) -> Bool {
        switch (kind, value) {
        case (.boolean(let path), .boolean(let isTrue)): settings[keyPath: path] = isTrue
        case (.word(let path, let words), .text(let word)) where words.contains(word): settings[keyPath: path] = word
        case (.number(let path, let range), .number(let number)) where range.contains(number): settings[keyPath: path] = number
        case (.number(let path, let range), .integer(let number)) where range.contains(Double(number)):
            settings[keyPath: path] = Double(number)
        case (.integer(let path, let range), .integer(let number)) where range.contains(number): settings[keyPath: path] = number
        case (.bytes(let path, let range), .integer(let count)) where range.contains(count): settings[keyPath: path] = count
        case (.bytes(let path, let range), .text(let text)):
            guard let count = ByteCount(text), range.contains(count.bytes) else { return false }
            settings[keyPath: path] = count.bytes
        case (.size(let path), .text(let text)):
            guard let size = Arguments.screenSize(text) else { return false }
            settings[keyPath: path] = size
        default: return false
        }
        return true
    }

    /// Sets the value from the unquoted text of a variable; returns `false` if it is not valid.
    func read(_ text: String, into settings: inout Settings) -> Bool {
        switch kind {
        case .boolean:
            let words = ["1": true, "true": true, "yes": true, "on": true, "0": false, "false": false, "no": false, "off": false]
            return words[text.lowercased()].map { read(.boolean($0), into: &settings) } ?? false
        case .number: return Double(text).map { read(.number($0), into: &settings) } ?? false
        case .integer: return Int(text).map { read(.integer($0), into: &settings) } ?? false
        case .word, .bytes, .size: return read(.text(text), into: &settings)
        }
    }

    /// Whether a value is valid.
    package func fits(_ value: ConfigValue) -> Bool {
        var settings = Settings()
        return read(value, into: &settings)
    }

    /// The value in the file's notation.
    func value(in settings: Settings) -> ConfigValue {
        switch kind {
        case .boolean(let path): .boolean(settings[keyPath: path])
        case .word(let path, _): .text(settings[keyPath: path])
        case .number(let path, _):
            Int(exactly: settings[keyPath: path]).map(ConfigValue.integer) ?? .number(settings[keyPath: path])
        case .integer(let path, _): .integer(settings[keyPath: path])
        case .bytes(let path, _): .text(Setting.text(ofBytes: settings[keyPath: path]))
        case .size(let path): .text("\(settings[keyPath: path].width)x\(settings[keyPath: path].height)")
        }
    }
}
