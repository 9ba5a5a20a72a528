import Foundation
import Testing

@testable import FlowTrace

/// `docs/format.md`: its tables are the enums of FlowTrace with their comments, and the bits of a record.
@Suite("The page of the format")
struct FormatPageTests {
    private static let path = "docs/format.md"

    @Test func `its tables say what the code says`() throws {
        var page = try Repository.text(FormatPageTests.path)
        let written = page
        for (title, table) in try FormatPageTests.tables() {
            let head = try #require(page.range(of: "<!-- \(title): FLOWVIZ_RECORD=1 swift test --filter FormatPageTests -->\n"))
            let tail = try #require(page.range(of: "\n<!-- end of \(title) -->", range: head.upperBound..<page.endIndex))
            page.replaceSubrange(head.upperBound..<tail.lowerBound, with: "\n\(table)\n")
        }
        if ProcessInfo.processInfo.environment["FLOWVIZ_RECORD"] == "1" {
            try page.write(to: Repository.root.appending(path: FormatPageTests.path), atomically: true, encoding: .utf8)
            Issue.record("recorded \(FormatPageTests.path); run again without FLOWVIZ_RECORD")
            return
        }

        #expect(page.split(separator: "\n") == written.split(separator: "\n"))
    }

    /// A part of a record's last word: its name, its first bit, the number of its bits, and a record in which all of them are
    /// set.
    private typealias Field = (name: String, first: Int, count: Int, full: TraceEvent)

    private static let eventFields: [Field] = [
        ("cause: records back on its thread", 20, 16, event(cause: .max)),
        ("edge", 36, 28, event(edge: EdgeID(rawValue: EdgeID.last))),
    ]
    private static let otherFields: [Field] = [
        ("length of text in the record", 20, 4, other(length: 15)), ("not used, 0", 24, 8, other()),
        ("tag of a call or a fact, element of a step", 32, 32, other(number: .max)),
    ]
    private static let commonFields: [Field] = [
        ("kind, the family in its three highest bits", 0, 8, other(kind: .max)), ("subkind", 8, 8, other(subkind: .max)),
        ("type of the value", 16, 4, other()),
    ]

    private static func event(edge: EdgeID = EdgeID(rawValue: 0), cause: UInt16 = 0) -> TraceEvent {
        TraceEvent(time: 0, kind: .value, edge: edge, cause: cause)
    }

    private static func other(kind: UInt8 = 0, subkind: UInt8 = 0, number: UInt32 = 0, length: UInt8 = 0) -> TraceEvent {
        TraceEvent(
            time: 0, kind: kind, subkind: subkind, id: 0, number: number, value: WordValue(0, .none, length: length))
    }

    @Test func `the fields of a record are where the page says, and fill its last word`() {
        for fields in [FormatPageTests.eventFields, FormatPageTests.otherFields] {
            let all = FormatPageTests.commonFields + fields
            #expect(all.map(\.first) == all.indices.map { all[..<$0].reduce(0) { $0 + $1.count } })
            #expect(all.reduce(0) { $0 + $1.count } == 64)
        }
        for field in FormatPageTests.commonFields + FormatPageTests.otherFields where field.full.meta != 0 {
            #expect(field.full.meta == FormatPageTests.mask(field), "\(field.name)")
        }
        for field in FormatPageTests.eventFields {
            #expect(field.full.meta == FormatPageTests.mask(field) | UInt64(SignalKind.value.rawValue), "\(field.name)")
        }
    }

    private static func mask(_ field: Field) -> UInt64 { (1 << UInt64(field.count) - 1) << UInt64(field.first) }

    private static func tables() throws -> [(title: String, table: String)] {
        [
            ("the last word", bits()), ("families", try table(RecordFamily.self, in: "RecordFamily.swift")),
            ("value types", try table(ValueType.self, in: "RecordFamily.swift")),
            ("events", try table(SignalKind.self, in: "SignalKind.swift")),
            ("reasons", try table(DropReason.self, in: "SignalKind.swift")),
            ("calls", try table(CallKind.self, in: "CallKind.swift")), ("steps", try table(StepKind.self, in: "StepKind.swift")),
            ("facts", try table(FactKind.self, in: "FactKind.swift")),
            ("measurements", try table(ExecutorKind.self, in: "ExecutorKind.swift")),
            ("executors", try table(TracedExecutor.self, in: "ExecutorKind.swift")),
            ("policies", try table(OverflowPolicy.self, in: "FactKind.swift")),
            ("prefetches", try table(Prefetch.self, in: "FactKind.swift")),
            ("roles of stacks", try table(StackRole.self, in: "FactKind.swift")),
            ("items", try table(MetadataItem.ItemType.self, in: "File/MetadataItem.swift")), ("room", room()),
        ]
    }

    /// The numbers of unused kinds of each family, families, value types and types of items.
    private static func room() -> String {
        let kinds: [(family: RecordFamily, used: Int)] = RecordFamily.allCases.map { family in
            (family, (0...UInt8.max).count { RecordFamily(ofKind: $0) == family && isKnown(kind: $0) })
        }
        let families = Set((0...UInt8.max).map { $0 >> 5 }).count
        let rows = kinds.map { ["kinds of \($0.family)", "\($0.used)", "\(($0.family == .events ? 31 : 32) - $0.used)"] }
        let types = [
            ["types of values", "\(ValueType.allCases.count)", "\(16 - ValueType.allCases.count)"],
            ["types of items", "\(MetadataItem.ItemType.allCases.count)", "\(65_535 - MetadataItem.ItemType.allCases.count)"],
        ]
        return table(
            ["what", "used", "free"], [["families", "\(kinds.count)", "\(families - kinds.count)"]] + rows + types)
    }

    private static func isKnown(kind: UInt8) -> Bool { other(kind: kind).isKnown }

    private static func bits() -> String {
        func rows(_ fields: [Field], _ family: String) -> [[String]] {
            fields.map { ["\($0.first)–\($0.first + $0.count - 1)", "\($0.count)", family, $0.name] }
        }
        return table(
            ["bits", "width", "family", "what"],
            rows(commonFields, "all") + rows(eventFields, "events") + rows(otherFields, "the others"))
    }

    /// The cases of an enum, with their comments.
    private static func table<Kind: RawRepresentable & CaseIterable>(_ kind: Kind.Type, in file: String) throws -> String
    where Kind.RawValue: FixedWidthInteger {
        let meanings = try comments(of: "\(kind)", in: file)
        let rows = try kind.allCases.map { value in
            let meaning = try #require(meanings["\(value)"], "\(kind).\(value) has no comment")
            return ["`0x\(hex(value.rawValue))`", "`\(value)`", meaning]
        }
        return table(["number", "name", "what"], rows)
    }

    private static func hex(_ number: some FixedWidthInteger) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return digits.count < 2 ? "0\(digits)" : digits
    }

    /// The comments above the cases of an enum, by name, without links.
    private static func comments(of kind: String, in file: String) throws -> [String: String] {
        let lines = try Repository.text("Sources/FlowTrace/\(file)").split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        var (found, comment): ([String: String], [String]) = ([:], [])
        for line in lines.drop(while: { !$0.contains("enum \(kind):") }).dropFirst() {
            if line.contains(" enum ") || line.hasPrefix("enum ") { break }
            if line.hasPrefix("///") {
                comment.append(line.dropFirst(3).trimmingCharacters(in: .whitespaces))
                continue
            }
            if let name = line.firstMatch(of: #/^case (\w+) = /#)?.output.1 {
                found[String(name)] = comment.joined(separator: " ").replacing(#/``(?:\w+\/)*(\w+)``/#) { "`\($0.output.1)`" }
            }
            comment = []
        }
        return found
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}
