import FlowTrace

/// The stacks of a trace, and the places that they tell.
struct TracedPlaces: Sendable {
    /// A return address in a module.
    struct Address: Hashable, Sendable {
        let module: UInt32
        let offset: UInt64
    }

    /// The functions at an address, the innermost first.
    struct Named: Sendable {
        var functions: [PlaceName.Function] = []
        var codes: [CodeFunction] = []
    }

    private(set) var images: [UInt32: String] = [:]
    private var paths: [UInt32: String] = [:]
    private(set) var stacks: [UInt32: [CodeFrame]] = [:]
    private(set) var names: [Address: Named] = [:]
    private var stacksAt: [Address: [UInt32]] = [:]
    /// The place of each stack; a stack without a place is missing.
    private var places: [UInt32: SourcePlace] = [:]
    /// The numbers of different calls, and of those of each stack.
    private var callNumbers: [[Call]: UInt64] = [:]
    private var callsOfStack: [UInt32: UInt64] = [:]

    /// The most modules, stacks and names; only a damaged trace has more.
    private static let mostImages = 4_096
    private static let mostStacks = 1 << 14
    private static let mostNames = 1 << 17
    private static let mostFunctions = 64

    /// The place that a stack tells: the first frame that is not of a library between the program and the recorder.
    func place(of stack: UInt32) -> SourcePlace? { places[stack] }

    /// A call of the program: by its line, or by its address while that has no name.
    ///
    /// The compiler makes several calls of one line, as for each `await` that it may be reached from.
    private enum Call: Hashable {
        case line(PlaceName.Function)
        case address(CodeFrame)
    }

    /// A number for the calls that led to a stack, the same for all stacks of the same calls; 0 if they are unknown.
    ///
    /// Only the program's own code counts, up to what ran the task or the work of a queue: that differs from time to time. Of a
    /// function that calls itself, each call counts once, so that one that subscribes and then calls itself has few stacks and not
    /// one a call.
    mutating func calls(of stack: UInt32) -> UInt64 {
        if let known = callsOfStack[stack] { return known }
        var calls: [Call] = []
        for frame in stacks[stack] ?? [] {
            let image = images[frame.module] ?? ""
            if SystemImage.runsTasks(image) { break }
            guard frame.module > 0, !SystemImage.isOne(image) else { continue }
            for call in self.calls(at: frame) where !calls.contains(call) { calls.append(call) }
        }
        guard !calls.isEmpty else { return 0 }
        let number = callNumbers[calls] ?? UInt64(callNumbers.count + 1)
        callNumbers[calls] = number
        callsOfStack[stack] = number
        return number
    }

    /// The calls of the program's authors at an address.
    private func calls(at frame: CodeFrame) -> [Call] {
        guard let named = names[Address(module: frame.module, offset: frame.address)],
            named.functions.allSatisfy({ $0.line > 0 })
        else { return [.address(frame)] }
        return zip(named.functions, named.codes).filter { UserCode.isUsers($1, in: $0.file) }.map { function, code in
            .line(PlaceName.Function(name: code.name, file: function.file, line: function.line, column: function.column))
        }
    }

    // MARK: Facts

    mutating func setImage(_ module: UInt32, path: String) {
        guard images.count < TracedPlaces.mostImages || images[module] != nil else { return }
        images[module] = path.split(separator: "/").last.map(String.init) ?? path
        paths[module] = path
    }

    /// Adds the next frame of a stack.
    mutating func addFrame(_ frame: CodeFrame, at depth: Int, to stack: UInt32) {
        guard stacks.count < TracedPlaces.mostStacks || stacks[stack] != nil else { return }
        guard stacks[stack, default: []].count == depth, depth < CodeStack.frameLimit else { return }
        stacks[stack, default: []].append(frame)
        callsOfStack[stack] = nil
        let address = Address(module: frame.module, offset: frame.address)
        if frame.module > 0, stacksAt[address]?.last != stack { stacksAt[address, default: []].append(stack) }
        choose(stack)
    }

    /// Adds the next function at an address. Returns the stacks whose places have changed.
    mutating func addName(_ function: PlaceName.Function, at depth: Int, module: UInt32, offset: UInt64) -> [UInt32] {
        let address = Address(module: module, offset: offset)
        guard names.count < TracedPlaces.mostNames || names[address] != nil else { return [] }
        let known = names[address]?.functions.count ?? 0
        // Names of the file and of a reader may be of one address: the first ones are kept.
        guard known == depth, depth < TracedPlaces.mostFunctions else { return [] }
        names[address, default: Named()].functions.append(function)
        names[address]?.codes.append(CodeFunction(symbol: function.name))
        return (stacksAt[address] ?? []).filter { stack in
            let before = places[stack]
            choose(stack)
            return places[stack] != before
        }
    }

    // MARK: The choice

    /// The next call of the program's around the function of a place; `nil` if the stack does not have that function, or an
    /// asynchronous function has no caller on it.
    func caller(of place: SourcePlace, in stack: UInt32) -> SourcePlace? {
        var isInside = true
        for frame in stacks[stack] ?? [] {
            let image = images[frame.module] ?? ""
            if SystemImage.runsTasks(image) { return nil }
            guard frame.module > 0, !SystemImage.isOne(image),
                let named = names[Address(module: frame.module, offset: frame.address)]
            else { continue }
            for (function, code) in zip(named.functions, named.codes) where UserCode.isUsers(code, in: function.file) {
                if !isInside { return self.place(of: function, code, in: frame.module) }
                guard code.name == place.function, function.file == place.file else { return nil }
                isInside = false
            }
        }
        return nil
    }

    /// The name of top-level code has no module: that of a program's is the program's, and that of a tried file the one of `try`.
    private func place(of function: PlaceName.Function, _ code: CodeFunction, in image: UInt32) -> SourcePlace {
        let isTried = code.module == nil && paths[image].map { TriedModule.makes($0, of: function.file) } == true
        let module = code.module ?? (isTried ? TriedModule.usual : images[image] ?? "")
        return SourcePlace(function: code.name, file: function.file, line: function.line, module: module)
    }

    private mutating func choose(_ stack: UInt32) { places[stack] = stacks[stack].flatMap(place) }

    private func place(of frames: [CodeFrame]) -> SourcePlace? {
        let own = frames.filter { $0.module > 0 && !SystemImage.isOne(images[$0.module] ?? "") }
        var isNamed = false
        for frame in own {
            guard let named = names[Address(module: frame.module, offset: frame.address)] else { continue }
            isNamed = true
            for (function, code) in zip(named.functions, named.codes) where UserCode.isUsers(code, in: function.file) {
                return place(of: function, code, in: frame.module)
            }
        }
        guard !isNamed, let first = own.first else { return nil }
        return SourcePlace(module: images[first.module] ?? "?", address: first.address)
    }
}
