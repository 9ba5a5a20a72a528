/// The colours behind xterm's 256 numbers.
public enum XtermPalette {
    /// Red, green and blue of a colour number.
    ///
    /// Numbers below 16 are the user's to choose on a terminal; these are xterm's defaults.
    public static func components(of index: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
        switch index {
        case 0..<16:
            return basic[Int(index)]
        case 16..<232:
            let cube = index - 16
            return (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        default:
            let grey = 8 + (index - 232) * 10
            return (grey, grey, grey)
        }
    }

    /// A colour number as `#rrggbb`.
    public static func hex(_ index: UInt8) -> String {
        let (red, green, blue) = components(of: index)
        return [red, green, blue].reduce(into: "#") { text, component in
            text += component < 16 ? "0" : ""
            text += String(component, radix: 16)
        }
    }

    /// One of the six steps of the colour cube.
    private static func level(_ step: UInt8) -> UInt8 {
        step == 0 ? 0 : 55 + step * 40
    }

    private static let basic: [(red: UInt8, green: UInt8, blue: UInt8)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
}
