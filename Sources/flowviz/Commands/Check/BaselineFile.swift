import FlowExport
import FlowSessions
import FlowSystem
import FlowTrace

/// Reads and writes the file of a baseline: JSON with a breach a line, in a stable order.
enum BaselineFile {
    private static let version = 1
    private static let mostBytes = 16_000_000

    /// - Throws: ``Failure`` if the file is missing, corrupt, or of another version.
    static func read(_ path: String) throws(Failure) -> Baseline {
        let text = try InputFile.text(path, limit: mostBytes, hint: "--accept writes a baseline")
        guard text.utf8.count <= mostBytes else { throw failure(path, "it is too long") }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch {
            throw failure(path, "line \(error.line) is not JSON")
        }
        guard let found = value["flowviz-baseline"]?.number else { throw failure(path, "it has no \"flowviz-baseline\"") }
        guard found == version else {
            throw Failure(
                "'\(path)' is a baseline of version \(found), and this flowviz reads version \(version); "
                    + "use the flowviz that wrote it, or remove the file and write it anew with --accept")
        }
        guard let items = value["accepted"]?.items else { throw failure(path, "it has no list \"accepted\"") }
        var breaches: [Baseline.Breach] = []
        for (index, item) in items.enumerated() {
            guard let breach = breach(item) else { throw failure(path, "breach \(index + 1) of \"accepted\" is incomplete") }
            breaches.append(breach)
        }
        return Baseline(breaches)
    }

    private static func failure(_ path: String, _ reason: String) -> Failure {
        Failure("'\(path)' is no baseline: \(reason); correct it, or remove the file and write it anew with --accept")
    }

    private static func breach(_ item: JSONValue) -> Baseline.Breach? {
        guard let expectation = item["expectation"]?.text, let stage = item["stage"]?.text, let problem = item["problem"]?.text,
            let figure = item["count"]?.number ?? item["milliseconds"]?.number, figure >= 0
        else { return nil }
        let key = Baseline.Key(expectation: expectation, stage: stage, file: item["file"]?.text ?? "", problem: problem)
        return Baseline.Breach(key: key, figure: figure)
    }

    /// Refuses to replace a file that is no baseline.
    static func checkReplaceable(_ path: String) throws(Failure) {
        do {
            _ = try InputFile.bytes(path, limit: 0)
        } catch {
            if error.isMissing { return }
        }
        _ = try read(path)
    }

    static func write(_ baseline: Baseline, to path: String) throws(TraceFileError) {
        try OutputFile.write(lines(of: baseline).joined(separator: "\n") + "\n", to: path, isPublic: true)
    }

    /// The lines of the file.
    static func lines(of baseline: Baseline) -> [String] {
        let rows = baseline.breaches.map { breach in
            let key = breach.key
            let isTime = key.expectation == "max-wait"
            let fields: [(String, String)] = [
                ("expectation", JSONText.string(key.expectation)), ("stage", JSONText.string(key.stage)),
                ("file", JSONText.string(key.file)), ("problem", JSONText.string(key.problem)),
                (isTime ? "milliseconds" : "count", "\(breach.figure)"),
            ]
            return JSONText.object(fields.filter { $0.0 != "file" || !key.file.isEmpty })
        }
        let list = rows.enumerated().map { "    \($0.element)\($0.offset < rows.count - 1 ? "," : "")" }
        return ["{", "  \"flowviz-baseline\": \(version),", "  \"accepted\": ["] + list + ["  ]", "}"]
    }
}
