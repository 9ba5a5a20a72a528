/// A value that calls out when it is described and when it is let go of, as values of any program may.
final class NosyValue: CustomStringConvertible {
    private let callOut: () -> Void

    init(_ callOut: @escaping () -> Void) {
        self.callOut = callOut
    }

    deinit {
        callOut()
    }

    var description: String {
        callOut()
        return "nosy"
    }
}
