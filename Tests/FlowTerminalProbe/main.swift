import Dispatch
import FlowScreen
import FlowTerminal

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Describes the terminal's input, a line each, for the tests to read from the screen.

func describe(_ input: TerminalInput) -> String {
    switch input {
    case .key(.character(let character)): "key \(character)"
    case .key(.control(let character)): "control \(character)"
    case .key(let key): "key \(key)"
    case .mouse(let event): "mouse \(event.action) \(event.position.x),\(event.position.y)"
    case .paste(let text): "paste \(text)"
    case .resized(let size): "resized \(size.width)x\(size.height)"
    case .signal(let number): "signal \(number)"
    case .resumed: "resumed"
    case .hangup: "hangup"
    case .woken: "woken"
    }
}

func frame(_ lines: [String], _ terminal: CursesTerminal) -> Surface {
    // One column too many, as when the terminal has become smaller and has not said so yet.
    let overhang = CommandLine.arguments.contains("--overhang") ? 1 : 0
    var surface = Surface(width: terminal.size.width + overhang, height: terminal.size.height + overhang)
    let size = "\(terminal.size.width)x\(terminal.size.height)"
    surface.fill(Rect(x: 0, y: 0, width: terminal.size.width, height: 1), style: Style(.strong, on: .bar))
    surface.put("probe \(size) 漢字 e\u{301} ● end", x: 0, y: 0, style: Style(.strong, on: .bar, .bold))
    for (y, line) in lines.suffix(max(0, terminal.size.height - 2)).enumerated() {
        surface.put(line, x: 0, y: y + 1, style: Style(.sent))
    }
    if overhang > 0 { surface.put("漢", x: terminal.size.width - 1, y: 0) }
    surface.put("last", x: terminal.size.width - 4, y: terminal.size.height - 1, style: Style(.page, on: .got))
    return surface
}

func act(on character: Character, _ terminal: CursesTerminal, _ shown: Surface) {
    switch character {
    case "q":
        terminal.close()
        print("left in order")
        exit(0)
    case "x": exit(3)
    case "c": fatalError("probe crashed")
    case "t":
        let waker = terminal.waker
        DispatchQueue.global().async { @Sendable in
            waker.wake()
            fatalError("thread crashed")
        }
    case "a": abort()
    case "o": print(overflow(1))
    case "e": perror("noise on stderr")
    case "w":
        let waker = terminal.waker
        DispatchQueue.global().async { @Sendable in waker.wake() }
    case "z": terminal.suspend()
    case "r": terminal.writeRaw(Array("\u{1B}]52;c;aGk=\u{7}".utf8))
    case "1": for _ in 0..<1_000 { terminal.present(shown, theme: .dark) }
    default: break
    }
}

func overflow(_ depth: Int) -> Int {
    depth < 0 ? 0 : overflow(depth + 1) + depth
}

let arguments = CommandLine.arguments.dropFirst()
var lines: [String] = []
do {
    let options = TerminalOptions(ascii: arguments.contains("--ascii"), colour: !arguments.contains("--no-color"))
    let terminal = try CursesTerminal(options: options)
    while true {
        let shown = frame(lines, terminal)
        terminal.present(shown, theme: .dark)
        for input in terminal.wait() {
            lines.append(describe(input))
            switch input {
            case .key(.character(let character)):
                act(on: character, terminal, shown)
            case .signal(let number):
                terminal.close()
                CursesTerminal.reraise(number)
            case .hangup:
                exit(4)
            default:
                break
            }
        }
    }
} catch {
    print("error: \(error)")
    exit(1)
}
