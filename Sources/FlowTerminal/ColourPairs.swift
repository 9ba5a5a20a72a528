import CNcurses

/// The numbers that curses knows pairs of colours by, given when a pair is first used.
///
/// Of this module's own, since curses' own table, `alloc_pair`, crashes on terminals without colour.
struct ColourPairs {
    private var numbers = [UInt16](repeating: 0, count: 65_536)
    private var next: UInt16 = 1
    private let limit: UInt16

    /// Creates an empty table for as many pairs as the terminal has.
    init() {
        limit = UInt16(clamping: cn_color_pairs())
    }

    /// The pair of two colour numbers; 0, the terminal's own colours, if there is no pair left.
    mutating func number(foreground: UInt8, background: UInt8) -> Int32 {
        let index = Int(foreground) << 8 | Int(background)
        if numbers[index] == 0, next < limit, cn_init_pair(Int32(next), Int32(foreground), Int32(background)) == OK {
            numbers[index] = next
            next += 1
        }
        return Int32(numbers[index])
    }
}
