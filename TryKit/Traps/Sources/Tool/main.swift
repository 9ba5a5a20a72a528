import Foundation

try "enum Stamp { static let text = \"stamped\" }\n".write(
    toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)
