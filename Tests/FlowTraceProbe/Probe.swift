import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Records for the tests until it is killed.
///
///     FlowTraceProbe FILE PROGRESS
///
/// Four threads record the numbers from 0 on, each on the edge of its own number. How far each has come stands in the file PROGRESS, one
/// word a thread, written after the record; every thousand records of a thread a byte goes to the standard output.
struct Probe: @unchecked Sendable {  // each thread writes its own word
    private let recorder: Recorder
    private let counts: UnsafeMutablePointer<UInt64>

    /// Opens the trace and the file of progress.
    init(file: String, progress path: String) throws {
        recorder = try Recorder(file: file, options: TraceFileOptions(size: 64 << 20))
        let progress = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        ftruncate(progress, 4096)
        counts = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, progress, 0)!.assumingMemoryBound(to: UInt64.self)
    }

    /// Records on four threads, for ever.
    func run() {
        for place in 0..<4 {
            let edge = recorder.declareEdge(.link, label: "thread \(place)")
            var thread = pthread_t()
            let work = Work { record(on: edge, place: place) }
            pthread_create(
                &thread, nil,
                { argument in
                    Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().run()
                    return nil
                }, Unmanaged.passRetained(work).toOpaque())
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
