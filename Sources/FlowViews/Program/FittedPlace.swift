import FlowScreen
import FlowTrace

extension SourcePlace {
    /// Without the function.
    var lineText: String { location?.short ?? short }

    /// The place in some columns: without its function if that does not fit, then without the end of the file's name; the line stays.
    func fitted(_ width: Int, signs: Signs) -> String {
        let texts = [short, lineText].map(TextWidth.sanitised)
        if let text = texts.first(where: { TextWidth.width(of: $0) <= width }) { return text }
        return NameCut.name(texts[1], to: width, mark: signs.cut)
    }
}
