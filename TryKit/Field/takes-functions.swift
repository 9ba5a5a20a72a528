// The elements are functions; the name of their type has an arrow in it.
let (jobs, toJobs) = AsyncStream.makeStream(of: (@Sendable (Int) -> String).self)
let worker = Task {
    var done = 0
    for await job in jobs { print(job(done)); done += 1 }
}
toJobs.yield { "job \($0)" }
toJobs.yield { "last job \($0)" }
toJobs.finish()
await worker.value
