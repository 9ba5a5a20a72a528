extension UInt64 {
    /// The nanoseconds since an earlier time; 0 if it is later, as in a trace whose times go back.
    func since(_ earlier: UInt64) -> UInt64 { self > earlier ? self - earlier : 0 }
}
