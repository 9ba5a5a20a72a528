import FlowScreen

/// The second page of the help, where the first has no room for the signs.
struct SignsView {
    let signs: Signs

    func draw(into surface: inout Surface) {
        let rows = SignRows(signs: signs)
        let box = OverlayBox(title: "Signs", hint: "\(.close) closes", signs: signs)
        let width = min(HelpPages.width, surface.width - 2)
        let height = rows.height(width: width - 4) + 2
        rows.draw(into: &surface, box.draw(into: &surface, width: width, height: min(surface.height - 3, height)))
    }
}
