import CNcurses
import LibC
import Synchronization

/// All that puts the terminal back, prepared beforehand: a crashing process can neither allocate nor lock.
///
/// It is carried out once, by whichever comes first: closing the terminal, the end of the process, or a crash.
struct RestorePlan {
    private let terminal: Descriptor
    private var modes: termios
    private let bytes: UnsafeMutableRawBufferPointer
    private let oldActions: UnsafeMutablePointer<sigaction>
    /// The text written to standard error meanwhile.
    var errors: CapturedErrors

    /// The address of the plan in force; 0 for none. (An atomic pointer would not be `Sendable`.)
    private static let current = Atomic<UInt>(0)

    /// Runs at the end of the process; set up once.
    private static let atEnd: Void = {
        atexit { _ = RestorePlan.carryOut() }
    }()

    /// Room for a handler that runs because the stack is full.
    private static let handlerStackSize = 65_536

    /// Puts a plan in force.
    ///
    /// - Parameters:
    ///   - modes: The modes of the terminal before it is touched.
    ///   - bytes: The sequence that restores the terminal from the state that the program brings it into.
    ///   - errors: The text written to standard error until the program ends.
    /// - Returns: The plan, to be changed in place.
    /// - Precondition: No other is in force: a process has one terminal.
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

    /// Puts modes, standard error and crash handling back after the screen was left in order.
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

    /// Signals that a crash arrives as; their places are those of ``slot(of:)``.
    private static var crashes: [Int32] { [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] }

    /// The place of a signal in ``crashes``, found without allocating.
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

    /// The plan in force, which no longer is; safe in a signal handler.
    private static func claim() -> UnsafeMutablePointer<RestorePlan>? {
        UnsafeMutablePointer(bitPattern: current.exchange(0, ordering: .acquiringAndReleasing))
    }

    /// Restores the terminal with the prepared bytes; safe in a signal handler.
    ///
    /// - Returns: The plan, if one was in force.
    private static func carryOut() -> UnsafeMutablePointer<RestorePlan>? {
        guard let plan = claim() else { return nil }
        plan.pointee.terminal.write(UnsafeRawBufferPointer(plan.pointee.bytes))
        tcsetattr(plan.pointee.terminal.number, TCSANOW, &plan.pointee.modes)
        plan.pointee.errors.release()
        plan.pointee.errors.replay()
        return plan
    }

    /// Restores the terminal, then lets the signal take its default effect.
    private static let crashed: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
        number, info, _ in
        let saved = errno
        if let plan = RestorePlan.carryOut() {
            sigaction(number, plan.pointee.oldActions + RestorePlan.slot(of: number), nil)
        } else {
            cn_default(number)
        }
        errno = saved
        // A fault happens again on return; a signal that was sent does not.
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
