/// Checks the functions and the types that a program declares.
struct DeclarationChecker {
    let state: CheckState

    // MARK: Functions

    func function(_ declaration: FunctionDeclaration) throws(Problem) -> Step {
        guard !state.declares(declaration.name) else {
            throw Problem(declaration.span, "'\(declaration.name)' is declared already")
        }
        let shape = try shape(of: declaration, result: nil)
        // Its own body may call it.
        state.names.append(Name(text: declaration.name, value: Typed(.void, shape.type), function: shape))
        return .function(try body(of: declaration, shape))
    }

    /// - Parameter result: What an initializer makes.
    private func shape(of declaration: FunctionDeclaration, result: ValueType?) throws(Problem) -> FunctionShape {
        var parameters: [Parameter] = []
        var standards: [Term?] = []
        for parameter in declaration.parameters {
            let type = try state.type(parameter.type)
            parameters.append(
                Parameter(
                    label: parameter.label, name: parameter.name, type: type,
                    standard: parameter.standard.map { state.source[$0.span] }, isVariadic: false))
            var standard: Term?
            if let value = parameter.standard {
                standard = try FunctionCaller(state: state).value(value, type, of: parameter.name).term
            }
            standards.append(standard)
        }
        var returned = result ?? .void
        if result == nil, let written = declaration.result { returned = try state.type(written) }
        let list = parameters.map { "\($0.label ?? "_")\($0.label == $0.name ? "" : " \($0.name)"): \($0.type)" }
        let signature = Signature(
            name: declaration.name, kind: .function, receiver: nil, parameters: parameters, isCalled: true, result: returned,
            constraints: [], text: "\(declaration.name)(\(list.joined(separator: ", "))) -> \(returned)")
        let shape = FunctionShape(signature, standards: standards)
        shape.canThrow = declaration.canThrow
        return shape
    }

    private func body(of declaration: FunctionDeclaration, _ shape: FunctionShape, result: ValueType? = nil) throws(Problem)
        -> Lambda
    {
        try state.inBlock { () throws(Problem) in
            for (parameter, declared) in zip(shape.signature.parameters, declaration.parameters) {
                guard !state.declares(parameter.name) || parameter.name == "_" else {
                    throw Problem(declared.span, "'\(parameter.name)' is declared already")
                }
                state.names.append(Name(text: parameter.name == "_" ? nil : parameter.name, value: Typed(.void, parameter.type)))
            }
            state.frames.append(
                Frame(
                    owner: declaration.name, base: state.names.count, types: [], canThrow: shape.canThrow,
                    result: result ?? shape.signature.result, bindings: Bindings()))
            let body = try StatementChecker(state: state).body(declaration.body, end: declaration.end)
            let frame = state.frames.removeLast()
            (shape.origin, shape.isEndless) = (frame.origin, frame.isEndless)
            return Lambda(arity: shape.signature.parameters.count, splats: false, body: body, height: declaration.height)
        }
    }

    // MARK: Types

    func type(_ declaration: TypeDeclaration) throws(Problem) -> Step {
        let name = declaration.name
        guard !state.declares(name), !state.types.contains(where: { $0.type.name == name }) else {
            throw Problem(declaration.span, "'\(name)' is declared already")
        }
        guard OperatorTable.functions[name] == nil, !OperatorTable.namespaces.contains(name) else {
            throw Problem(declaration.span, "'\(name)' has a meaning here already")
        }
        let rawType = try rawType(of: declaration)
        let info = TypeInfo(
            DeclaredType(name: name, number: state.types.count, traits: try traits(of: declaration, rawType)), declaration.kind)
        info.slot = state.names.count
        state.types.append(info)
        state.names.append(Name(text: nil, value: Typed(.void, .unknown)))
        info.rawType = rawType
        try declareCases(of: declaration, info)
        var statics = try declareProperties(of: declaration, info)
        try declareMethods(of: declaration, info)
        let methods = try bodies(of: declaration, info)
        if info.listsCases {
            let all = info.cases.indices.map { Term.make(type: info.slot, enumCase: $0, [], declaration.span) }
            info.statics.append(
                TypeInfo.Field(name: "allCases", type: .array(.declared(info.type)), isVariable: false, standard: nil))
            statics.append(.array(all, declaration.span))
        }
        let observers = info.fields.indices.compactMap { index in info.fields[index].observer.map { (index, $0) } }
        let describes = declaration.inherited.contains { $0.plainName == "CustomStringConvertible" }
        return .type(
            TypeShape(
                name: name, isReference: info.kind == .classType, fields: info.fields.map(\.name),
                cases: info.cases.map { ($0.name, $0.labels) }, methods: methods,
                description: describes ? info.method("description", isStatic: false) : nil,
                observers: Dictionary(uniqueKeysWithValues: observers)), statics: statics)
    }

    private static let rawTypes: [String: ValueType] = ["Int": .int, "String": .string, "Double": .double]

    /// What means nothing here: nothing asks for it.
    private static let quietProtocols: Set<String> = [
        "Codable", "Decodable", "Encodable", "Sendable", "Identifiable", "CustomStringConvertible", "CaseIterable",
        "ObservableObject",
        "AnyObject",
    ]

    private func rawType(of declaration: TypeDeclaration) throws(Problem) -> ValueType? {
        guard declaration.kind == .enumeration, let first = declaration.inherited.first else { return nil }
        return DeclarationChecker.rawTypes[first.plainName]
    }

    private func traits(of declaration: TypeDeclaration, _ rawType: ValueType?) throws(Problem) -> DeclaredType.Traits {
        var traits: DeclaredType.Traits = declaration.kind == .classType ? .reference : []
        let isPlainEnum = declaration.kind == .enumeration && declaration.cases.allSatisfy(\.values.isEmpty)
        if isPlainEnum { traits.insert(.equatable) }
        for (index, inherited) in declaration.inherited.enumerated() {
            switch inherited.plainName {
            case "Equatable", "Hashable": traits.insert(.equatable)
            case "Comparable" where declaration.kind == .enumeration: traits.formUnion([.equatable, .comparable])
            case "Error", "LocalizedError": traits.insert(.error)
            case let name where DeclarationChecker.quietProtocols.contains(name): break
            case _ where index == 0 && rawType != nil: break
            default: throw Problem(inherited.span, Keyword.beyond("a type that is a '\(inherited.plainName)'"))
            }
        }
        return traits
    }

    private func declareCases(of declaration: TypeDeclaration, _ info: TypeInfo) throws(Problem) {
        var number = 0
        for one in declaration.cases {
            guard info.enumCase(one.name) == nil else { throw Problem(one.span, "'\(one.name)' is declared already") }
            var types: [ValueType] = []
            for value in one.values { types.append(try state.type(value.type)) }
            info.cases.append(TypeInfo.Case(name: one.name, labels: one.values.map(\.label), types: types))
            guard let rawType = info.rawType else {
                if let raw = one.raw { throw Problem(raw.span, "'\(info.type.name)' has no type of raw values") }
                continue
            }
            if let raw = one.raw {
                let value = try ValueChecker(state: state).check(raw, rawType)
                guard value.type == rawType else {
                    throw Problem(raw.span, "a raw value must be \(rawType), but this is \(value.type)")
                }
                info.raws.append(value.term)
                if case .int(let value) = value.term { number = value }
            } else {
                info.raws.append(
                    rawType == .int ? .int(number) : rawType == .double ? .double(Double(number)) : .string(one.name))
            }
            number &+= 1
        }
        info.listsCases = declaration.inherited.contains { $0.plainName == "CaseIterable" }
        if info.listsCases, let payload = declaration.cases.first(where: { !$0.values.isEmpty }) {
            throw Problem(payload.span, "a CaseIterable type cannot have cases with values")
        }
    }

    /// - Returns: The values of the static constants.
    private func declareProperties(of declaration: TypeDeclaration, _ info: TypeInfo) throws(Problem) -> [Term] {
        var statics: [Term] = []
        for property in declaration.properties where property.getter == nil {
            var value: Typed?
            var type: ValueType?
            if let written = property.type { type = try state.type(written) }
            if let expression = property.value {
                // What a property begins as is made for each value, as in a loop.
                let loops = state.loops
                if !property.isStatic { state.loops += 1 }
                value = try FunctionCaller(state: state).value(expression, type, of: property.name)
                state.loops = loops
                type = type ?? value?.type
            }
            guard let type, type.isKnown || property.type != nil else {
                throw Problem(property.span, "write the type of '\(property.name)'")
            }
            if property.isStatic {
                guard let value, !property.isVariable else { throw Problem(property.span, Keyword.beyond("a static variable")) }
                statics.append(value.term)
                info.statics.append(TypeInfo.Field(name: property.name, type: type, isVariable: false, standard: nil))
            } else {
                guard declaration.kind != .enumeration else { throw Problem(property.span, "an enum has no stored properties") }
                let standard = value?.term ?? (property.isVariable && type.isOptional ? .null : nil)
                info.fields.append(
                    TypeInfo.Field(name: property.name, type: type, isVariable: property.isVariable, standard: standard))
            }
        }
        return statics
    }

    private func declareMethods(of declaration: TypeDeclaration, _ info: TypeInfo) throws(Problem) {
        for property in declaration.properties {
            if let getter = property.getter {
                info.methods.append(
                    TypeInfo.Method(
                        name: property.name, shape: try shape(of: getter, result: nil), isStatic: property.isStatic,
                        isMutating: false,
                        isProperty: true))
            } else if let observer = property.observer, let field = info.field(property.name) {
                info.fields[field].observer = info.methods.count
                info.methods.append(
                    TypeInfo.Method(
                        name: "didSet", shape: try shape(of: observer, result: nil), isStatic: false, isMutating: false,
                        isProperty: false))
            }
        }
        for method in declaration.methods {
            let isInitializer = method.function.name == "init"
            info.methods.append(
                TypeInfo.Method(
                    name: method.function.name,
                    shape: try shape(of: method.function, result: isInitializer ? .declared(info.type) : nil),
                    isStatic: method.isStatic, isMutating: method.isMutating, isProperty: false))
        }
    }

    private func bodies(of declaration: TypeDeclaration, _ info: TypeInfo) throws(Problem) -> [Lambda] {
        var functions = declaration.properties.compactMap { property in
            property.getter ?? (info.field(property.name) == nil ? nil : property.observer)
        }
        functions += declaration.methods.map(\.function)
        var methods: [Lambda] = []
        for (function, method) in zip(functions, info.methods) { methods.append(try self.method(function, method, info)) }
        return methods
    }

    private func method(_ function: FunctionDeclaration, _ method: TypeInfo.Method, _ info: TypeInfo) throws(Problem) -> Lambda {
        let isInitializer = method.name == "init"
        let hasSelf = !method.isStatic || isInitializer
        let changes = info.kind != .classType && (method.isMutating || isInitializer)
        return try state.inBlock { () throws(Problem) in
            let base = state.names.count
            state.names.append(
                Name(
                    text: hasSelf ? "self" : nil, value: Typed(.void, .declared(info.type)), kind: changes ? .variable : .constant
                ))
            state.contexts.append((info, base))
            var lambda = try body(of: function, method.shape, result: isInitializer ? .void : nil)
            state.contexts.removeLast()
            lambda.changesSelf = changes
            return lambda
        }
    }
}

extension TypeName {
    /// The name without its types.
    var plainName: String {
        if case .named(let name, _, _) = self { name } else { "" }
    }
}

/// Checks the calls of functions that the program itself declares.
struct FunctionCaller {
    let state: CheckState

    /// A value as one of a type, which may be that of a function.
    func value(_ expression: Expression, _ type: ValueType?, of owner: String) throws(Problem) -> Typed {
        guard let type else { return try ValueChecker(state: state).check(expression) }
        var bindings = Bindings()
        if case .function(let parameters, let result, let canThrow) = type.unwrappedFunction {
            return try ClosureChecker(state: state, owner: owner, parameters: parameters, result: result, canThrow: canThrow)
                .check(expression, &bindings)
        }
        let value = try ValueChecker(state: state).check(expression, type)
        return try value.fitted(to: type, &bindings, expression.span) { "'\(owner)' must be \(type), but is \($0)" }
    }

    /// The arguments of a call, one for each parameter.
    func arguments(_ arguments: [CallArgument], of shape: FunctionShape, _ span: Span) throws(Problem) -> [Term] {
        let assignment: Assignment
        do {
            assignment = try Assignment(arguments, to: shape.signature, isPartial: state.probe != nil)
        } catch {
            throw error.problem(of: arguments, to: shape.signature, name: span)
        }
        try requireTry(shape.canThrow, shape.signature.name, span)
        var terms: [Term] = []
        for (index, parameter) in shape.signature.parameters.enumerated() {
            if let position = assignment.argument(of: index) {
                terms.append(try value(arguments[position].value, parameter.type, of: parameter.name).term)
            } else {
                terms.append(shape.standards[index] ?? .omitted)
            }
        }
        return terms
    }

    /// A call of a function that is a value.
    func call(_ function: Typed, _ arguments: [CallArgument], _ span: Span) throws(Problem) -> Typed {
        guard case .function(let types, let result, let canThrow) = function.type else {
            throw Problem(span, "this cannot be called: it is \(function.type)")
        }
        guard arguments.count == types.count || state.probe != nil else {
            throw Problem(
                span,
                "this function takes \(types.count == 1 ? "1 value" : "\(types.count) values"), but is given \(arguments.count)")
        }
        if let labelled = arguments.first(where: { $0.label != nil && !$0.isTrailing }) {
            throw Problem(labelled.labelSpan, "a function that is a value has no labels")
        }
        try requireTry(canThrow, "this function", span)
        var terms: [Term] = []
        for (argument, type) in zip(arguments, types) { terms.append(try value(argument.value, type, of: "the value").term) }
        return Typed(.invoke(function.term, terms, span), result)
    }

    private func requireTry(_ canThrow: Bool, _ name: String, _ span: Span) throws(Problem) {
        guard canThrow, !state.isTrying else { return }
        throw Problem(span, "'\(name)' can throw: write 'try' before it")
    }

    /// A value of a declared type, by its initializer or from all its fields.
    func make(_ info: TypeInfo, _ arguments: [CallArgument], _ span: Span) throws(Problem) -> Typed {
        let type = ValueType.declared(info.type)
        if arguments.count == 1, arguments[0].label == "rawValue", info.rawType != nil {
            return try fromRaw(info, arguments[0].value, span)
        }
        let initializers = info.methods.indices.filter { info.methods[$0].name == "init" }
        if !initializers.isEmpty {
            let fitting =
                initializers.first { (try? Assignment(arguments, to: info.methods[$0].shape.signature)) != nil }
                ?? initializers[0]
            let terms = try self.arguments(arguments, of: info.methods[fitting].shape, span)
            let blank = Term.make(type: info.slot, enumCase: -1, info.fields.map { $0.standard ?? .void }, span)
            return Typed(.method(type: info.slot, fitting, on: .value(blank), terms, span), type)
        }
        guard info.kind != .enumeration else { throw Problem(span, "\(type) has cases and no initializer") }
        let terms = try self.arguments(arguments, of: memberwise(info), span)
        var given = terms.makeIterator()
        let fields = info.fields.map { FunctionCaller.isGiven($0, info) ? given.next() ?? .omitted : $0.standard ?? .omitted }
        return Typed(.make(type: info.slot, enumCase: -1, fields, span), type)
    }

    private static func isGiven(_ field: TypeInfo.Field, _ info: TypeInfo) -> Bool {
        info.kind == .structure && (field.isVariable || field.standard == nil)
    }

    /// The initializer that Swift makes.
    func memberwise(_ info: TypeInfo) -> FunctionShape {
        let given = info.fields.filter { FunctionCaller.isGiven($0, info) }
        let parameters = given.map { field in
            Parameter(
                label: field.name, name: field.name, type: field.type, standard: field.standard == nil ? nil : "…",
                isVariadic: false)
        }
        let list = parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        let signature = Signature(
            name: info.type.name, kind: .function, receiver: nil, parameters: parameters, isCalled: true,
            result: .declared(info.type),
            constraints: [], text: "\(info.type.name)(\(list))")
        return FunctionShape(signature, standards: given.map(\.standard))
    }

    private func fromRaw(_ info: TypeInfo, _ expression: Expression, _ span: Span) throws(Problem) -> Typed {
        guard let rawType = info.rawType else { throw Problem(span, "\(info.type.name) has no raw values") }
        let value = try self.value(expression, rawType, of: "rawValue")
        var term = Term.null
        for (index, raw) in info.raws.enumerated().reversed() {
            term = .choice(.infix(.equal, value.term, raw, span), .some(.make(type: info.slot, enumCase: index, [], span)), term)
        }
        return Typed(term, .optional(.declared(info.type)))
    }

    /// A case of a declared type, with its values.
    func enumCase(_ index: Int, of info: TypeInfo, _ arguments: [CallArgument], _ span: Span) throws(Problem) -> Typed {
        let one = info.cases[index]
        let parameters = zip(one.labels, one.types).enumerated().map { number, part in
            Parameter(label: part.0, name: part.0 ?? "value \(number + 1)", type: part.1, standard: nil, isVariadic: false)
        }
        let list = parameters.map { "\($0.label ?? "_"): \($0.type)" }.joined(separator: ", ")
        let signature = Signature(
            name: one.name, kind: .member, receiver: nil, parameters: parameters, isCalled: true, result: .declared(info.type),
            constraints: [], text: "\(info.type.name).\(one.name)" + (parameters.isEmpty ? "" : "(\(list))"))
        let shape = FunctionShape(signature, standards: parameters.map { _ in nil })
        let terms = try self.arguments(arguments, of: shape, span)
        return Typed(.make(type: info.slot, enumCase: index, terms, span), .declared(info.type))
    }
}
