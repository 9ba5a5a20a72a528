#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// From now on the system refuses to give a thread of this program, or of its successor, a separate table of descriptors, as
    /// an old kernel does.
    func confine() {
        // Load the call's number; close_range? Load its third argument; CLOSE_RANGE_UNSHARE? Refuse with EPERM. All else is allowed.
        var program: [Instruction] = [
            Instruction(code: 0x20, whereTrue: 0, whereFalse: 0, value: 0),
            Instruction(code: 0x15, whereTrue: 0, whereFalse: 3, value: 436),
            Instruction(code: 0x20, whereTrue: 0, whereFalse: 0, value: 32),
            Instruction(code: 0x15, whereTrue: 0, whereFalse: 1, value: 2),
            Instruction(code: 0x06, whereTrue: 0, whereFalse: 0, value: 0x0005_0001),
            Instruction(code: 0x06, whereTrue: 0, whereFalse: 0, value: 0x7FFF_0000),
        ]
        // Swift does not import functions with any number of arguments.
        typealias Control = @convention(c) (Int32, UInt, UnsafeMutableRawPointer?, UInt, UInt) -> Int32
        let control = unsafeBitCast(dlsym(nil, "prctl"), to: Control.self)
        let isConfined = program.withUnsafeMutableBufferPointer { instructions in
            var filter = Filter(count: UInt16(instructions.count), instructions: instructions.baseAddress)
            // PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER
            return control(38, 1, nil, 0, 0) == 0 && control(22, 2, &filter, 0, 0) == 0
        }
        guard isConfined else { fail("cannot be confined") }
    }

    /// The system's `struct sock_filter`.
    private struct Instruction {
        let code: UInt16
        let whereTrue: UInt8
        let whereFalse: UInt8
        let value: UInt32
    }

    /// The system's `struct sock_fprog`.
    private struct Filter {
        let count: UInt16
        let instructions: UnsafeMutablePointer<Instruction>?
    }
#else
    /// Nothing to do: there no thread can.
    func confine() {}
#endif
