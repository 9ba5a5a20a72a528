import FlowScreen

/// Draws a box over everything else. The rest is dimmed, with one blank column on each side of the box.
struct OverlayBox {
    let title: String
    /// The keys of the box, in words.
    let hint: KeyText
    let table: KeyTable
    let signs: Signs

    /// Draws the box in the middle and returns its inside.
    func draw(into surface: inout Surface, width: Int, height: Int) -> Rect {
        surface.restyle(Rect(x: 0, y: 1, width: surface.width, height: surface.height - 2)) { $0 = Style(.ghost) }
        let frame = OverlayBox.frame(on: Size(width: surface.width, height: surface.height), width: width, height: height)
        let (x, y, width, height) = (frame.x, frame.y, frame.width, frame.height)
        let border = Style(.rule, on: .caption)
        surface.fill(Rect(x: x - 1, y: y, width: width + 2, height: height), style: Style(.text, on: .caption))
        let inside = OverlayBox.inside(frame)
        guard inside.width > 0 else { return inside }
        let box = signs.box
        let line = String(repeating: box.horizontal, count: width - 2)
        surface.put("\(box.topLeft)\(line)\(box.topRight)", x: x, y: y, style: border)
        for row in y + 1..<y + height - 1 {
            surface.put(box.vertical, x: x, y: row, style: border)
            surface.put(box.vertical, x: x + width - 1, y: row, style: border)
        }
        surface.put("\(box.bottomLeft)\(line)\(box.bottomRight)", x: x, y: y + height - 1, style: border)
        surface.put(" \(title) ", x: x + 2, y: y, style: Style(.strong, on: .caption).bold(), limit: width - 4)
        let end = " \(signs.keys(hint.text(in: table))) "
        surface.put(
            end, x: x + width - TextWidth.width(of: end) - 1, y: y + height - 1, style: Style(.muted, on: .caption),
            limit: width - 2)
        return inside
    }

    /// Draws a box as tall as the screen allows, with a page in it.
    func draw(into surface: inout Surface, page draw: (inout Surface) -> Void) {
        let area = self.draw(into: &surface, width: surface.width - 4, height: surface.height - 3)
        guard area.width > 0, area.height > 0 else { return }
        var page = Surface(area.size)
        draw(&page)
        page.restyle(page.bounds) { if $0.background == .page { $0.background = .caption } }
        surface.put(page, x: area.x, y: area.y)
    }

    /// The inside of a box as tall as a screen of some size allows.
    static func tall(on size: Size) -> Rect { inside(of: size, width: size.width - 4, height: size.height - 3) }

    /// The inside of a box on a screen of some size.
    static func inside(of size: Size, width: Int, height: Int) -> Rect { inside(frame(on: size, width: width, height: height)) }

    private static func frame(on size: Size, width: Int, height: Int) -> Rect {
        let (width, height) = (min(width, size.width - 2), min(height, size.height - 2))
        return Rect(
            x: (size.width - width) / 2, y: 1 + max(0, (size.height - 2 - height) / 2), width: width, height: height)
    }

    private static func inside(_ frame: Rect) -> Rect {
        guard frame.width > 4, frame.height > 2 else { return Rect(x: frame.x, y: frame.y, width: 0, height: 0) }
        return Rect(x: frame.x + 2, y: frame.y + 1, width: frame.width - 4, height: frame.height - 2)
    }
}
