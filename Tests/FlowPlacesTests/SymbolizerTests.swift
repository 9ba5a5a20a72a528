import FlowTestSupport
import FlowTrace
import Glibc
import Testing

@testable import FlowPlaces

@Suite("Names of addresses")
struct SymbolizerTests {
    private static let tools = [
        SymbolTool(.symbolizer, at: "/usr/bin/llvm-symbolizer"), SymbolTool(.addr2line, at: "/usr/bin/addr2line"),
    ].filter { access($0.path, X_OK) == 0 }

    @inline(never)
    private func marked() throws -> (stack: OwnStack, line: Int) { (try OwnStack.here(), #line) }

    @Test(arguments: tools) func `a tool knows function and line of a return address`(tool: SymbolTool) throws {
        let (stack, line) = try marked()
        let caller = #line - 1

        let answer = Symbolizer(tool: tool).names(of: stack.addresses, in: stack.module)

        let functions = answer.names.flatMap(\.functions)
        let marked = try #require(functions.first { $0.name.contains("6marked") })
        #expect(marked.line == line)
        #expect(marked.file.hasSuffix("/FlowPlacesTests/SymbolizerTests.swift"))
        #expect(functions.contains { $0.line == caller && $0.file == marked.file })
        #expect(answer.names.allSatisfy { $0.module == 7 && stack.addresses.contains($0.address) })
        #expect(answer.doubt == nil)
    }

    @Test func `without a tool the symbol table has the functions, and the answer says what to install`() throws {
        let stack = try marked().stack

        let answer = Symbolizer(tool: nil).names(of: stack.addresses, in: stack.module)

        #expect(answer.names.flatMap(\.functions).contains { $0.name.contains("6marked") && $0.line == 0 && $0.file.isEmpty })
        #expect(answer.doubt == .noTool(stack.module.name))
    }

    @Test(arguments: ["/bin/false", "/nowhere/llvm-symbolizer", "/bin/cat"])
    func `a tool that fails is as good as none`(path: String) throws {
        let stack = try marked().stack

        let answer = Symbolizer(tool: SymbolTool(.symbolizer, at: path)).names(of: stack.addresses, in: stack.module)

        #expect(answer.names.flatMap(\.functions).contains { $0.name.contains("6marked") && $0.line == 0 })
        #expect(answer.doubt == .failedTool(stack.module.name, tool: "llvm-symbolizer"))
    }

    @Test func `a file that has changed since has no names`() throws {
        let stack = try marked().stack
        let old = CodeModule(number: 7, bias: 0, path: stack.module.path, buildID: "00" + stack.module.buildID.dropFirst(2))

        let answer = Symbolizer().names(of: stack.addresses, in: old)

        #expect(answer.names == [])
        #expect(answer.doubt == .changed(old.path))
    }

    @Test func `a module without a build id has no names`() throws {
        let stack = try marked().stack

        let answer = Symbolizer().names(of: stack.addresses, in: CodeModule(number: 7, bias: 0, path: stack.module.path))

        #expect(answer.names == [])
        #expect(answer.doubt == .noBuildID(stack.module.name))
    }

    @Test func `a path that was replaced is opened without the system's mark`() throws {
        let stack = try marked().stack
        let replaced = CodeModule(number: 7, bias: 0, path: stack.module.path + " (deleted)", buildID: stack.module.buildID)

        #expect(Symbolizer(tool: nil).names(of: stack.addresses, in: replaced).names.isEmpty == false)
    }

    @Test func `whatever else is at the path is refused at once`() throws {
        let folder = try TemporaryFolder()
        mkfifo(folder.path("pipe"), 0o600)
        mkdir(folder.path("folder"), 0o700)
        symlink(folder.path("loop"), folder.path("loop"))
        symlink("/dev/zero", folder.path("zero"))
        symlink(folder.path("pipe"), folder.path("link"))
        close(open(folder.path("empty"), O_CREAT | O_WRONLY, 0o600))
        func doubt(_ path: String) -> PlaceError? {
            Symbolizer().names(of: [0x1000], in: CodeModule(number: 1, bias: 0, path: path, buildID: "ab")).doubt
        }

        for name in ["pipe", "folder", "zero", "link", "empty"] {
            #expect(doubt(folder.path(name)) == .notAnImage(folder.path(name)))
        }
        #expect(doubt(folder.path("loop")) == .missing(folder.path("loop")))
        #expect(doubt(folder.path("none")) == .missing(folder.path("none")))
        #expect(doubt("relative") == .missing("relative"))
        #expect(doubt("[vdso]") == .missing("[vdso]"))
    }

    @Test func `a stripped program has no names, and the answer says so`() throws {
        guard access("/usr/bin/strip", X_OK) == 0 else { return }
        let folder = try TemporaryFolder()
        let path = folder.path("stripped")
        #expect(
            try ProgramRun("/usr/bin/strip", ["-o", path, BuiltProgram.path("FlowTracedProgram")], environment: [:]).status
                == .exited(0))
        let module = try OwnStack.module(at: path)
        #expect(!module.buildID.isEmpty)

        for symbolizer in [Symbolizer(), Symbolizer(tool: nil)] {
            let answer = symbolizer.names(of: [8], in: module)
            #expect(answer.names == [])
            #expect(answer.doubt == .noSymbols("stripped"))
        }
    }

    @Test func `damaged files end no program`() throws {
        let folder = try TemporaryFolder()
        let whole = try FileDescriptor(reading: BuiltProgram.path("FlowTracedProgram"))
        let start = whole.bytes(at: 0, count: 1 << 14)
        var chance = SeededChance(seed: 37)
        for round in 0..<200 {
            var bytes = start
            for _ in 0..<20 { bytes[Int.random(in: 6..<1024, using: &chance)] = UInt8.random(in: 0...255, using: &chance) }
            let path = folder.path("damaged-\(round % 2)")
            let file = fopen(path, "w")
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
            guard let elf = ELFFile(try FileDescriptor(reading: path)) else { continue }
            _ = elf.buildID
            _ = ELFSymbols.names(of: [0, 0x1000, .max], in: elf)
        }
    }
}
