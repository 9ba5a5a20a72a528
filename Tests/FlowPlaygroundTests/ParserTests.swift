@testable import FlowPlayground
import Testing

@Suite("Parser")
struct ParserTests {
    @Test(arguments: [
        ("1 + 2 * 3", "(+ 1 (* 2 3))"), ("1 - 2 - 3", "(- (- 1 2) 3)"), ("a ?? b ?? c", "(?? a (?? b c))"),
        ("a && b || c && d", "(|| (&& a b) (&& c d))"), ("1...2 + 3", "(... 1 (+ 2 3))"), ("a ?? 1 == 2", "(== (?? a 1) 2)"),
        ("a ? b : c ? d : e", "(? a b (? c d e))"), ("a ? b ? c : d : e", "(? a (? b c d) e)"), ("a+b", "(+ a b)"),
        ("-a + -1", "(+ (- a) (- 1))"), ("!a && b", "(&& (! a) b)"), ("(1 + 2) * 3", "(* (+ 1 2) 3)"),
        ("a\n+ b", "(+ a b)"), ("a\n-b", "a; (- b)"), ("a; b\nc", "a; b; c"), ("-a.b", "(- (a .b))"),
    ]) func `operators bind as Swift's do`(source: String, tree: String) throws {
        #expect(try Tree.text(source) == tree)
    }

    @Test(arguments: [
        ("a.b.c(1).d", "((call ((a .b) .c) 1) .d)"), ("a\n  .b\n  // and\n  .c()", "(call ((a .b) .c))"),
        ("a.0.1", "((a .0) .1)"), ("a[1][2]", "(item (item a 1) 2)"), ("a { b }", "(call a {b})"),
        ("a.b(1) { c } d: { e }", "(call (a .b) 1 {c} d:{e})"), ("a.b()\n{ c }", "(call (a .b) {c})"), ("a\n(b)", "a; b"),
        ("a\n[b]", "a; [b]"), ("a(b: 1, c, d: .e(2))", "(call a b:1 c d:(call .e 2))"), ("a(0, +)", "(call a 0 +)"),
        ("a(+, -)", "(call a + -)"), ("[1].b { c }", "(call ([1] .b) {c})"), ("a(in: b, for: c)", "(call a in:b for:c)"),
        ("a { b }\n{ c }", "(call a {b}); {c}"),
        ("a(1) { b } c: { d }\n{ e }", "(call (call a 1 {b} c:{d}) {e})"),
        ("a(1) { b } { c }\n{ d }", "(call (call a 1 {b}) {c}); {d}"),
        ("a { b }.c { d }", "(call ((call a {b}) .c) {d})"),
        ("1.b", "(1 .b)"), ("1.5.b", "(1.5 .b)"), ("(1...3).b", "((... 1 3) .b)"), ("a.catch { b }", "(call (a .catch) {b})"),
    ]) func `members, calls and closures follow what they belong to`(source: String, tree: String) throws {
        #expect(try Tree.text(source) == tree)
    }

    @Test(arguments: [
        ("a { x, y in x }", "(call a {x,y in x})"), ("a { (x, y) in x }", "(call a {x,y in x})"),
        ("a { _ in 1 }", "(call a {_ in 1})"),
        ("a { (x: Int) -> [Int?] in x }", "(call a {x: Int -> [Int?] in x})"),
        ("a { x -> Int in x }", "(call a {x -> Int in x})"),
        ("a { () in 1 }", "(call a { in 1})"), ("a { (x, y) }", "(call a {(tuple x, y)})"),
        ("a { let b = $0; return b }", "(call a {let b = $0; return b})"),
        (
            "a { if $0 { return 1 } else if b { return 2 }\n return 3 }",
            "(call a {if $0 {return 1} else {if b {return 2}}; return 3})"
        ),
        ("a { if (b { c }) { d } }", "(call a {if (call b {c}) {d}})"), ("a { throw b }", "(call a {throw b})"),
    ]) func `closures have names, statements, or both`(source: String, tree: String) throws {
        #expect(try Tree.text(source) == tree)
    }

    @Test(arguments: [
        ("Empty<Int, Never>()", "(call Empty<Int, Never>)"), ("a<b", "(< a b)"), ("a < b", "(< a b)"),
        ("A<[B<C>], D?>.self", "(A<[B<C>], D?> .self)"),
        ("\"a\\(1 + 2)b\\n\"", "\"a\\((+ 1 2))b\n\""), ("\"\\(\"\\(a)\")\"", "\"\\(\"\\(a)\")\""),
        ("\"\\u{2713}\\\\\"", "\"✓\\\""),
        ("1_000", "1000"), ("1.5e2", "150.0"), ("/* a /* b */ c */ 1 // d", "1"), ("let a: [Int] = []", "let a: [Int] = []"),
        ("()", "(tuple )"),
    ]) func `literals and types are read as Swift reads them`(source: String, tree: String) throws {
        #expect(try Tree.text(source) == tree)
    }

    @Test(arguments: [
        ("let a =1", "1:7: error: '=' needs spaces on both sides or on neither"),
        ("let a= 1", "1:6: error: '=' needs spaces on both sides or on neither"),
        ("let a: Int? =1", "1:13: error: '=' needs spaces on both sides or on neither"),
        ("a { b } { c }", "1:9: error: expected an operator, or a new line before '{'"),
        ("a<B._>()", "1:5: error: expected a name after '.'"), ("a._", "1:3: error: expected a name after '.'"),
        ("a(._)", "1:4: error: expected a name after '.'"),
        ("a??b", "1:2: error: '??' needs spaces on both sides"), ("a!=b", "1:2: error: '!=' needs spaces on both sides"),
        ("a.01", "1:3: error: expected the number of an element after '.'"),
        ("\"a\tb\"", "1:3: error: a string cannot contain a tab; write \\t"),
        ("let a: Int ? = nil", "1:12: error: expected '=' and a value for 'a'"),
    ]) func `what Swift does not read is refused`(source: String, problem: String) throws {
        let error = #expect(throws: Problem.self) { try Tree.text(source) }

        #expect(error?.lines(in: SourceText(source)).first == problem)
    }

    @Test(arguments: [
        ("// a\rb", "b"), ("// a\r\nb // c\r", "b"), ("a\rb\r\nc\nd", "a; b; c; d"), ("a\r(b)", "a; b"), ("a\r.b", "(a .b)"),
        ("a /* b\rc */ d", "a; d"), ("a\r+ b", "(+ a b)"), ("a { b }\r{ c }", "(call a {b}); {c}"),
    ]) func `a carriage return ends a line as in Swift`(source: String, tree: String) throws {
        #expect(try Tree.text(source) == tree)
    }

    @Test(arguments: ["\"a\rb\"", "\"a\r\nb\"", "\"\\(a\r)\"", "\"a\\\r\""])
    func `a carriage return does not stand in a string`(source: String) {
        #expect(throws: Problem.self) { try Tree.text(source) }
    }

    @Test func `places are counted in the lines that carriage returns end`() {
        let error = #expect(throws: Problem.self) { try Tree.text("a\r\nb\r\r  c =d\r\ne") }

        #expect(
            error?.lines(in: SourceText("a\r\nb\r\r  c =d\r\ne")) == [
                "4:5: error: '=' needs spaces on both sides or on neither", "    c =d", "      ^",
            ])
    }

    @Test(arguments: [("let a=1", "let a = 1"), ("let a:Int?=1", "let a: Int? = 1"), ("a ?b: c", "(? a b c)")])
    func `blanks may be left out where Swift does without`(source: String, tree: String) throws {
        #expect(try Tree.text(source) == tree)
    }
}
