@testable import flowviz
import Testing

#if os(Linux)
    @Suite("OutputFile")
    struct OutputFileTests {
        /// The first fits the file's own buffer and fails when that is closed, the second fails while it is written.
        @Test(arguments: [1, 100_000]) func `a full disk is called by its name`(length: Int) throws {
            let error = #expect(throws: OutputError.self) {
                try OutputFile.write(String(repeating: "x", count: length), to: "/dev/full")
            }

            #expect(error?.description == "cannot write '/dev/full': No space left on device; choose another file or folder")
        }
    }
#endif
