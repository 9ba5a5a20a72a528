/// Renders a surface as a picture (SVG 1.1) in which every glyph keeps its cell, in any font.
public enum SVGOutput {
    /// The picture of `surface` in the colours of `theme`.
    public static func render(_ surface: Surface, theme: Theme) -> String {
        var svg = head(surface.size, theme: theme)
        for piece in SVGPiece.pieces(of: surface, theme: theme) {
            let fill = " fill=\"\(XtermPalette.hex(piece.colour))\""
            svg += piece.element(painted: fill + (piece.isRectangle ? " shape-rendering=\"crispEdges\"" : "")) + "\n"
        }
        return svg + "</g></svg>\n"
    }

    /// The text before the pieces: the page, and the origin of its cells. `style` is a style sheet, which refers to the root
    /// element by `id`.
    static func head(_ size: Size, theme: Theme, id: String? = nil, style: String = "") -> String {
        let margin = 8
        let width = size.width * SVGPiece.cellWidth + 2 * margin
        let height = size.height * SVGPiece.cellHeight + 2 * margin
        let name = id.map { " id=\"\($0)\"" } ?? ""
        return """
            <svg xmlns="http://www.w3.org/2000/svg"\(name) width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">\
            \(style)<rect width="\(width)" height="\(height)" fill="\(XtermPalette.hex(theme[.page]))"/>\
            <g font-family="DejaVu Sans Mono, monospace" font-size="14.949" \
            transform="translate(\(margin),\(margin))" xml:space="preserve">\n
            """
    }
}
