/// Something that stops asking for values when told to, and goes on when told to.
public protocol Pausable {
    /// Whether it is told to stop.
    var paused: Bool { get }

    /// Stops asking for values. What has been asked for already may still come.
    func pause()

    /// Goes on asking for values.
    func resume()
}
