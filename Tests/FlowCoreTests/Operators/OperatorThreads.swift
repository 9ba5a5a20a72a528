import Glibc

/// Runs work on threads of their own, so that signals really come from several at once, and waits for all of them.
enum OperatorThreads {
    private final class Work {
        let index: Int
        let body: (Int) -> Void
        init(_ index: Int, _ body: @escaping (Int) -> Void) {
            self.index = index
            self.body = body
        }
    }

    static func run(_ count: Int, _ body: (Int) -> Void) {
        withoutActuallyEscaping(body) { body in
            var threads: [pthread_t] = []
            for index in 0..<count {
                var thread = pthread_t()
                let work = Unmanaged.passRetained(Work(index, body)).toOpaque()
                let result = pthread_create(
                    &thread, nil,
                    { context in
                        let work = Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
                        work.body(work.index)
                        return nil
                    }, work)
                precondition(result == 0, "no thread could be made: \(result)")
                threads.append(thread)
            }
            for thread in threads { pthread_join(thread, nil) }
        }
    }
}
