import FlowTestSupport
import Testing

#if os(Linux)
    /// Foundation loads ICU's 39 MB, libcurl and its dependencies; OpenCombineShim would link Foundation.
    @Suite("Loaded libraries")
    struct LoadedLibraryTests {
        private static let heavy = ["Foundation", "ICU", "icu", "curl", "xml", "ssl", "crypto"]

        @Test func `a program that is traced loads nothing of Foundation`() throws {
            #expect(try heavy(in: "FlowTracedProgram") == [])
        }

        @Test func `flowviz loads of Foundation only the small part that ArgumentParser uses`() throws {
            #expect(try heavy(in: "flowviz") == ["libFoundationEssentials.so"])
        }

        @Test func `what Foundation brings would be seen`() throws {
            let guest = try heavy(in: "FlowGuestProgram")

            #expect(guest.isSuperset(of: ["libFoundation.so", "lib_FoundationICU.so"]))
        }

        private func heavy(in program: String) throws -> Set<String> {
            try SharedObject.loaded(by: BuiltProgram.path(program)).filter { name in
                LoadedLibraryTests.heavy.contains { name.contains($0) }
            }
        }
    }
#endif
