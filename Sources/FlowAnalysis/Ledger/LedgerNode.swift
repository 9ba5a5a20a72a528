import FlowTrace

/// The edges at a node, by number, and how many of its outputs are alive.
struct LedgerNode: Sendable {
    var inputs: [UInt32] = []
    var outputs: [UInt32] = []
    var stores: [UInt32] = []
    /// Outputs that have been subscribed, and of those the ones that have not ended.
    var subscribed = 0
    var live = 0
    /// Values that came to it on any input, and of those the ones that nobody was there to get.
    var fed = 0
    var unheard = 0
    /// Values that left it and that nothing above or inside led to.
    private(set) var unexplained = 0
    /// How many values had come to it when the newest of those left.
    private(set) var fedWhenUnexplained = 0

    /// Whether it had subscribers and all of them are gone.
    var isOver: Bool {
        subscribed > 0 && live == 0
    }

    /// Takes a value that left it and that nothing above or inside led to.
    mutating func leaveUnexplained() {
        unexplained += 1
        fedWhenUnexplained = fed
    }
}
