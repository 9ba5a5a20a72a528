import SwiftCompilerPlugin
import SwiftSyntax
import SwiftSyntaxMacros

/// Expands to a stream of the numbers below a limit.
struct Numbers: ExpressionMacro {
    static func expansion(of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext) throws
        -> ExprSyntax
    {
        guard let limit = node.arguments.first?.expression else { return "fatalError()" }
        return "AsyncStream { numbers in for number in 0..<\(limit) { numbers.yield(number) }; numbers.finish() }"
    }
}

@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [Numbers.self]
}
