import FlowCore

extension FlowError {
    /// Any error as the one that chains have.
    init(_ error: any Error) {
        self = error as? FlowError ?? FlowError(String(describing: error))
    }
}
