import FlowScreen

/// The pages of the help: the keys with the signs below them, or the signs on a page of their own where the screen is too small.
public enum HelpPages {
    /// How wide and high it is where there is room.
    static let (width, height) = (106, 30)

    /// How many there are on a screen: 1 or 2.
    public static func count(on size: Size) -> Int {
        size.width >= 80 && size.height >= height + 3 ? 1 : 2
    }
}
