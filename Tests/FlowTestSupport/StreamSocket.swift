#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A socket that no child inherits, or -1.
public func streamSocket(_ family: Int32, isWaiting: Bool = true) -> Int32 {
    prepared(socket(family, socketType, 0), isWaiting: isWaiting)
}

/// Two ends of a connection that no child inherits, or -1 and -1.
public func socketPair(isWaiting: Bool = true) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, socketType, 0, &ends)
    return (prepared(ends[0], isWaiting: isWaiting), prepared(ends[1], isWaiting: isWaiting))
}

private func prepared(_ number: Int32, isWaiting: Bool) -> Int32 {
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    if !isWaiting { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
    return number
}

// The flag is set on creation where possible, since another thread may start a child in between.
#if canImport(Glibc)
    private let socketType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
#elseif canImport(Musl)
    private let socketType = SOCK_STREAM | SOCK_CLOEXEC
#else
    private let socketType = SOCK_STREAM
#endif
