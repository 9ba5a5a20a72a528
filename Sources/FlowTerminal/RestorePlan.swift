import CNcurses
import LibC
import Synchronization

/// Everything needed to restore the terminal, prepared beforehand: a crashing process can neither allocate nor lock.
///
/// It runs once: when the terminal is closed, at exit, or in a crash, whichever is first.
struct RestorePlan {
    private let terminal: Descriptor
    private var modes: termios
    private let bytes: UnsafeMutableRawBufferPointer
    private let oldActions: UnsafeMutablePointer<sigaction>
    /// The captured standard error.
    var errors: CapturedErrors

    /// The address of the current plan; 0 for none. (An atomic pointer would not be `Sendable`.)
    private static let current = Atomic<UInt>(0)

    /// Registers the restoration at exit, once.
    private static let atEnd: Void = {
        atexit { _ = RestorePlan.runCurrent() }
    }()

    /// The size in bytes of a stack for crash handlers, since the thread's own stack may be full.
    private static let handlerStackSize = 65_536

    /// Makes a plan the current one.
    ///
    /// - Parameters:
    ///   - modes: The modes of the terminal before it is touched.
    ///   - bytes: The sequence that restores the terminal from the program's state.
    ///   - errors: The captured standard error.
    /// - Returns: The plan, to be changed in place.
    /// - Precondition: There is no current plan: a process has one terminal.
    static func begin(
        terminal: Descriptor, modes: termios, bytes: [UInt8], errors: CapturedErrors
    ) -> UnsafeMutablePointer<RestorePlan> {
        precondition(current.load(ordering: .acquiring) == 0, "the terminal is open already")
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        let plan = UnsafeMutablePointer<RestorePlan>.allocate(capacity: 1)
        let oldActions = UnsafeMutablePointer<sigaction>.allocate(capacity: crashes.count)
        plan.initialize(to: RestorePlan(terminal: terminal, modes: modes, bytes: copy, oldActions: oldActions, errors: errors))
        current.store(UInt(bitPattern: plan), ordering: .releasing)
        _ = atEnd
        provideHandlerStack()
        for (slot, number) in crashes.enumerated() {
            oldActions.advanced(by: slot).initialize(to: sigaction())
            cn_handle(number, crashed, Int32(SA_ONSTACK), oldActions + slot)
        }
        return plan
    }

    /// Restores modes, standard error and crash handling after the screen was closed.
    static func end(_ plan: UnsafeMutablePointer<RestorePlan>) {
        guard claim() == plan else { return }
        for (slot, number) in crashes.enumerated() { sigaction(number, plan.pointee.oldActions + slot, nil) }
        tcsetattr(plan.pointee.terminal.number, TCSANOW, &plan.pointee.modes)
        plan.pointee.errors.close()
        plan.pointee.bytes.deallocate()
        plan.pointee.oldActions.deallocate()
        plan.deinitialize(count: 1)
        plan.deallocate()
    }

    /// The signals of a crash, in the order of ``slot(of:)``.
    private static var crashes: [Int32] { [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] }

    /// The index of a signal in ``crashes``, found without allocating.
    private static func slot(of number: Int32) -> Int {
        switch number {
        case SIGILL: 0
        case SIGTRAP: 1
        case SIGABRT: 2
        case SIGSEGV: 3
        case SIGBUS: 4
        default: 5
        }
    }

    /// Takes the current plan, so that it runs only once; safe in a signal handler.
    private static func claim() -> UnsafeMutablePointer<RestorePlan>? {
        UnsafeMutablePointer(bitPattern: current.exchange(0, ordering: .acquiringAndReleasing))
    }

    /// Restores the terminal with the prepared bytes; safe in a signal handler.
    ///
    /// - Returns: The plan, if there was a current one.
    private static func runCurrent() -> UnsafeMutablePointer<RestorePlan>? {
        guard let plan = claim() else { return nil }
        plan.pointee.terminal.write(UnsafeRawBufferPointer(plan.pointee.bytes))
        tcsetattr(plan.pointee.terminal.number, TCSANOW, &plan.pointee.modes)
        plan.pointee.errors.release()
        plan.pointee.errors.replay()
        return plan
    }

    /// Restores the terminal, then lets the signal take its default action.
    private static let crashed: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
        number, info, _ in
        let saved = errno
        if let plan = RestorePlan.runCurrent() {
            sigaction(number, plan.pointee.oldActions + RestorePlan.slot(of: number), nil)
        } else {
            cn_default(number)
        }
        errno = saved
        // A fault recurs on return. A sent signal does not, so it is raised again.
        if let info, info.pointee.si_code <= 0 { raise(number) }
    }

    private static func provideHandlerStack() {
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 else { return }
        stack.ss_sp = .allocate(byteCount: handlerStackSize, alignment: 16)
        stack.ss_size = handlerStackSize
        stack.ss_flags = 0
        sigaltstack(&stack, nil)
    }
}
