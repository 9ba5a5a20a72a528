/// What is known of a type that the program declares.
final class TypeInfo {
    struct Field {
        let name: String
        let type: ValueType
        let isVariable: Bool
        let standard: Term?
        /// The method that is called when the field has changed.
        var observer: Int?
    }

    struct Case {
        let name: String
        let labels: [String?]
        let types: [ValueType]
    }

    struct Method {
        let name: String
        let shape: FunctionShape
        let isStatic: Bool
        let isMutating: Bool
        /// Whether it is read like a field.
        let isProperty: Bool
    }

    let type: DeclaredType
    let kind: TypeDeclaration.Kind
    /// The index of its value among the names.
    var slot = 0
    var fields: [Field] = []
    var cases: [Case] = []
    var methods: [Method] = []
    var statics: [Field] = []
    /// The raw values of its cases, and their type.
    var raws: [Term] = []
    var rawType: ValueType?
    var listsCases = false

    init(_ type: DeclaredType, _ kind: TypeDeclaration.Kind) {
        self.type = type
        self.kind = kind
    }

    func field(_ name: String) -> Int? { fields.firstIndex { $0.name == name } }

    func enumCase(_ name: String) -> Int? { cases.firstIndex { $0.name == name } }

    func method(_ name: String, isStatic: Bool) -> Int? { methods.firstIndex { $0.name == name && $0.isStatic == isStatic } }

    /// The names of everything that a value of it has.
    var members: [String] {
        fields.map(\.name) + methods.filter { !$0.isStatic }.map(\.name) + (rawType == nil ? [] : ["rawValue"])
    }
}

/// How a function of the program is called.
final class FunctionShape {
    let signature: Signature
    /// What stands for arguments that are left out.
    let standards: [Term?]
    /// The stage whose publisher it returns, once its body is checked.
    var origin: Int?
    var isEndless = false

    init(_ signature: Signature, standards: [Term?]) {
        self.signature = signature
        self.standards = standards
    }

    var type: ValueType { .function(signature.parameters.map(\.type), signature.result, canThrow: canThrow) }

    var canThrow = false
}

/// What a declared type needs to know while a program runs.
struct TypeShape: Sendable {
    let name: String
    let isReference: Bool
    let fields: [String]
    let cases: [(name: String, labels: [String?])]
    let methods: [Lambda]
    /// Which of the methods describes a value, and which are called when a field has changed, by field.
    let description: Int?
    let observers: [Int: Int]
}
