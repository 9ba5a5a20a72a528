import FlowScreen
import Testing

@Suite("Signs")
struct SignsTests {
    @Test(arguments: [Signs.unicode, .ascii]) func `every sign takes one column and is drawn as it is`(signs: Signs) {
        for sign in all(signs) {
            #expect(TextWidth.width(of: sign) == 1, "\(sign)")
            #expect(TextWidth.sanitised(String(sign)) == String(sign))
        }
        #expect(signs.bars.count == 8)
        #expect(signs.arrowKeys.count == 4)
        #expect(TextWidth.width(of: signs.chainArrow) == 3)
        #expect(TextWidth.width(of: signs.demandArrow) == 3)
    }

    @Test func `the ASCII set is ASCII`() {
        #expect(all(.ascii).filter { !$0.isASCII } == [])
        #expect(
            (Signs.ascii.arrowKeys + [Signs.ascii.chainArrow, Signs.ascii.demandArrow]).joined().filter { !$0.isASCII } == "")
        #expect(Signs.ascii.isASCII && !Signs.unicode.isASCII)
    }

    @Test(arguments: [Signs.unicode, .ascii]) func `signs that share a place differ`(signs: Signs) {
        let onTracks = [
            signs.value, signs.dropped, signs.finished, signs.failed, signs.cancelled, signs.subscribed, signs.track,
            signs.several, signs.count,
        ]
        let badges = [
            signs.live, signs.waiting, signs.frozen, signs.past, signs.paused, signs.finished, signs.failed, signs.cancelled,
        ]
        let inLog = [
            signs.value, signs.dropped, signs.finished, signs.failed, signs.cancelled, signs.subscribed, signs.request,
            signs.inward, signs.outward, signs.state, signs.paused,
        ]
        let atNow = [signs.now, signs.playhead]

        for place in [onTracks, badges, inLog, atNow] { #expect(Set(place).count == place.count) }
    }

    private func all(_ signs: Signs) -> [Character] {
        let box = signs.box
        return Mirror(reflecting: signs).children.compactMap { $0.value as? Character } + signs.bars
            + [box.topLeft, box.topRight, box.bottomLeft, box.bottomRight, box.horizontal, box.vertical]
    }
}
