import FlowScreen
import FlowTrace

/// The words of a recorded stack of calls.
enum StackText {
    /// `▸ Handler.swift:83 makeFrames` of the program's authors, and without the mark of a library.
    static func line(_ frame: RecordedStack.Frame, signs: Signs) -> String {
        "\(frame.isUsers ? String(signs.crumb) : " ") \(TextWidth.sanitised(frame.place.short))"
    }

    /// The stack in plain lines, the innermost call first.
    static func lines(_ stack: RecordedStack) -> [String] {
        let frames = stack.frames.enumerated().map { number, frame in
            "\(number + 1): \(TextWidth.sanitised(frame.place.short))\(frame.isUsers ? ", of the program" : "")"
        }
        return ["\(stack.title), the innermost call first:"] + frames
    }
}

extension RecordedStack {
    /// The calls' purpose in a word or two.
    var title: String {
        switch purpose {
        case .made: "calls"
        case .fed: "fed by"
        }
    }
}
