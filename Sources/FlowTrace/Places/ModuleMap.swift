import CFlowStack

/// The images of the traced program: finds the module of an address, and reads the program's memory map for an unknown one.
///
/// A program may make code while it runs, whose addresses belong to no file. So the map is read for some of the unknown addresses
/// only, and the rarer the more often that was in vain.
struct ModuleMap {
    private struct Range {
        let start: UInt64
        let end: UInt64
        /// The index of the module.
        let module: Int
    }

    private(set) var modules: [CodeModule] = []
    /// The numbers of the modules whose facts were recorded.
    var recorded: Set<UInt32> = []
    private var ranges: [Range] = []
    private var unknown = 0
    /// The number of unknown addresses at which the map is read again.
    private var nextReading = 1
    private(set) var readings = 0

    /// The most modules.
    static let moduleLimit = 1024
    private static let readingLimit = 1024

    /// The frames of return addresses, up to the first one of no known module.
    mutating func frames(_ addresses: UnsafeBufferPointer<UInt64>) -> [CodeFrame] {
        var frames: [CodeFrame] = []
        for address in addresses {
            let frame = frame(address)
            frames.append(frame)
            guard frame.module != 0 else { break }
        }
        return frames
    }

    private mutating func frame(_ address: UInt64) -> CodeFrame {
        if let module = module(of: address) ?? moduleAfterReading(address) {
            return CodeFrame(module: module.number, address: address &- module.bias)
        }
        return CodeFrame(module: 0, address: address)
    }

    /// The module of a return address, which may lie at the very end of its code.
    private func module(of address: UInt64) -> CodeModule? {
        let index = ranges.partitioningIndex { $0.end >= address }
        guard index < ranges.count, ranges[index].start < address else { return nil }
        return modules[ranges[index].module]
    }

    private mutating func moduleAfterReading(_ address: UInt64) -> CodeModule? {
        unknown += 1
        guard unknown >= nextReading, readings < ModuleMap.readingLimit else { return nil }
        read()
        guard let found = module(of: address) else {
            nextReading = unknown * 2
            return nil
        }
        return found
    }

    /// Reads the map of this process.
    mutating func read() {
        readings += 1
        #if canImport(Darwin)
            readImages()
        #else
            if let code = MemoryMap.codeOfThisProcess() { update(code) { ElfImage(of: $0) } }
        #endif
    }

    /// Replaces the ranges; known modules keep their numbers.
    mutating func update(_ code: [CodeRange], image: (CodeRange) -> ElfImage?) {
        var known: [CodeModule: Int] = [:]
        for (index, module) in modules.enumerated() { known[module.unnumbered] = index }
        ranges = []
        for range in code {
            let image = image(range)
            // Without an image, addresses count from where its file is mapped.
            let bias = image?.bias ?? range.base ?? range.start &- range.offset
            let module = CodeModule(number: 0, bias: bias, path: range.path, buildID: image?.buildID ?? "")
            add(module, range.start, range.end, &known)
        }
    }

    private mutating func add(_ module: CodeModule, _ start: UInt64, _ end: UInt64, _ known: inout [CodeModule: Int]) {
        if let index = known[module] { return ranges.append(Range(start: start, end: end, module: index)) }
        guard modules.count < ModuleMap.moduleLimit else { return }
        known[module] = modules.count
        ranges.append(Range(start: start, end: end, module: modules.count))
        modules.append(
            CodeModule(number: UInt32(modules.count + 1), bias: module.bias, path: module.path, buildID: module.buildID))
    }

    #if canImport(Darwin)
        private mutating func readImages() {
            var known: [CodeModule: Int] = [:]
            for (index, module) in modules.enumerated() { known[module.unnumbered] = index }
            ranges = []
            for index in 0..<flowviz_stack_image_count() {
                var image = flowviz_stack_image()
                guard flowviz_stack_get_image(index, &image) != 0, let path = image.path else { continue }
                let id = withUnsafeBytes(of: image.bytes) { bytes in
                    bytes.prefix(Int(image.count)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                }
                let module = CodeModule(number: 0, bias: image.bias, path: String(cString: path), buildID: id)
                add(module, image.start, image.end, &known)
            }
            ranges.sort { $0.start < $1.start }
        }
    #endif
}

extension CodeModule {
    /// The module without its number, by which it is found again.
    fileprivate var unnumbered: CodeModule { CodeModule(number: 0, bias: bias, path: path, buildID: buildID) }
}
