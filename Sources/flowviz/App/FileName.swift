import FlowScreen
import FlowTrace

/// Names of files: where in a path they stand, and those that are made up.
enum FileName {
    /// The last part of a path.
    static func last(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The name of a picture of a moment: that of one file in a folder, whatever `subject` is called.
    static func picture(of subject: String, at time: TraceTime) -> String {
        var shown = ""
        for scalar in TextWidth.sanitised(subject).unicodeScalars where shown.utf8.count < 200 {
            shown.unicodeScalars.append(scalar == "/" ? "-" : scalar)
        }
        return "flowviz-\(shown)-\(time).svg"
    }
}
