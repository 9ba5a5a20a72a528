import FlowTrace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Records for the tests until it is killed.
///
///     FlowTraceProbe FILE PROGRESS [ring]
///
/// Four threads record the numbers from 0 on, each on the edge of its number. The progress of each stands in the file PROGRESS,
/// one word a thread, written after the record; every thousand records of a thread a byte goes to the standard output. With
/// `ring` they subscribe and cancel all the time, in a small ring; every 500th subscriber of a thread stays. Its identifier is
/// 1,000,000,000 times the thread's number from 1, plus its count from 0.
struct Probe: @unchecked Sendable {  // each thread writes its own word
    private let recorder: Recorder
    private let isRing: Bool
    private let counts: UnsafeMutablePointer<UInt64>

    /// Opens the trace and the file of progress.
    init(file: String, progress path: String, isRing: Bool) throws {
        self.isRing = isRing
        recorder = try Recorder(file: file, options: TraceFileOptions(size: isRing ? 4 << 20 : 64 << 20, isRing: isRing))
        let progress = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        ftruncate(progress, 4096)
        counts = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, progress, 0)!.assumingMemoryBound(to: UInt64.self)
    }

    /// Records on four threads, for ever.
    func run() {
        for place in 0..<4 {
            let edge = recorder.declareEdge(.link, label: "thread \(place)")
            #if canImport(Glibc)
                var thread = pthread_t()
            #else  // Musl, Darwin
                var thread: pthread_t?
            #endif
            let work = Work { isRing ? subscribe(place: place) : record(on: edge, place: place) }
            pthread_create(
                &thread, nil,
                { argument in
                    Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().run()
                    return nil
                }, Unmanaged.passRetained(work).toOpaque())
        }
        while true { pause() }
    }

    private func subscribe(place: Int) {
        for number in 0..<300_000 {
            let subscriber = HookKey(id: UInt64(place + 1) * 1_000_000_000 + UInt64(number), tag: 1)
            let subscription = HookKey(id: UInt64(place + 1), tag: UInt32(number + 2))
            recorder.record(.willSubscribe, subscriber)
            recorder.record(.publisherType, HookKey(id: 0, tag: 1))
            recorder.record(.subscription, subscription)
            recorder.record(.willSubscription, subscriber, word: subscription.id)
            recorder.recordEnd(.didSubscription, subscriber)
            recorder.recordEnd(.didSubscribe, subscriber)
            for _ in 0..<20 {
                recorder.record(.willValue, subscriber)
                recorder.recordEnd(.didValue, subscriber)
            }
            if number % 500 != 0 {
                recorder.record(.willCancel, subscription)
                recorder.recordEnd(.didCancel, subscription)
            }
            counts[place] = UInt64(number + 1)
            if number % 1000 == 999 { _ = write(STDOUT_FILENO, ".", 1) }
        }
        while true { pause() }
    }

    private func record(on edge: EdgeID, place: Int) {
        for number in 0..<100_000 {
            recorder.record(.value, on: edge, value: number % 3 == 0 ? .string("a text of some length \(number)") : .int(number))
            counts[place] = UInt64(number + 1)
            if number % 1000 == 999 { _ = write(STDOUT_FILENO, ".", 1) }
        }
        while true { pause() }
    }
}
