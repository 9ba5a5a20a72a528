/// Types of Foundation and of Swift that chains often fail with, as the line itself declares them.
enum Prelude {
    /// By the name that a text has to mention.
    private static let texts: [(name: String, text: String)] = [
        (
            "CancellationError",
            """
            struct CancellationError: Error {
                init() {}
            }
            """
        ),
        (
            "URLError",
            """
            enum URLErrorCode: Int {
                case unknown = -1, cancelled = -999, badURL = -1000, timedOut = -1001, unsupportedURL = -1002
                case cannotFindHost = -1003, cannotConnectToHost = -1004, networkConnectionLost = -1005
                case notConnectedToInternet = -1009, badServerResponse = -1011, userCancelledAuthentication = -1012
                case userAuthenticationRequired = -1013, cannotParseResponse = -1017, fileDoesNotExist = -1100
            }
            struct URLError: Error, CustomStringConvertible {
                let code: URLErrorCode
                init(_ code: URLErrorCode) { self.code = code }
                var description: String {
                    "URLError(_nsError: Error Domain=NSURLErrorDomain Code=\\(code.rawValue) \\"(null)\\")"
                }
            }
            """
        ),
    ]

    /// The declarations of the types that a text mentions.
    static func declarations(for source: SourceText) -> [Statement] {
        texts.filter { source.mentions($0.name) }.flatMap { name, text in
            do throws(Problem) {
                return try Parser.program(SourceText(text))
            } catch {
                preconditionFailure("'\(name)': \(error.message)")
            }
        }
    }

    /// Whether a program that mentions them needs Foundation.
    static func needsFoundation(_ source: SourceText) -> Bool { source.mentions("URLError") }
}

extension SourceText {
    fileprivate func mentions(_ name: String) -> Bool {
        let word = Array(name.utf8)
        guard bytes.count >= word.count else { return false }
        return (0...(bytes.count - word.count)).contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }
}
