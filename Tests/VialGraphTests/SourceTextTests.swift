import Foundation
import Testing

@testable import VialGraphProgram

struct SourceTextTests {
  private func source(_ text: String) -> SourceText { SourceText(Data(text.utf8), file: 0) }

  private func token(_ text: String, in source: SourceText) throws -> Int {
    try #require(source.tokens.firstIndex { $0.text == text })
  }

  @Test func commentsAndStringsAreNoTokens() {
    let source = source(##"a /* b( */ "c(" #"d"("# // e("## + "\nf \"\"\"\ng(\n\"\"\" h")
    expectEqual(source.tokens.map(\.text), ["a", "f", "h"])
  }

  private static let literals = ###"""
    /* a /* b */ c( */
    #"\("#
    #"""#
    ##"a"# ("##
    let r = /a{2,/
    f(/"{/)
    #/ a( /#
    let s = "\(a("}"))"
    "\\"
    "\(b ? "(" : "")"
    case /\/{/: break
    static func /(a: A, b: B) -> C { a.c / b.c }
    #"\#(a) \(b("#
    """###

  @Test(arguments: literals.split(separator: "\n").map(String.init))
  func literalsAndCommentsHaveNoBrackets(text: String) throws {
    let source = source("{ \(text)\nz }")
    expect(source.isReadable)
    expectEqual(source.tokens[try token("z", in: source)].parent, 0)
    expectEqual(source.tokens.last?.match, 0)
  }

  @Test func slashesBetweenValuesAreOperators() {
    expectEqual(source("a / b / { c }").tokens.map(\.text), ["a", "/", "b", "/", "{", "c", "}"])
    expect(source("f(1, /) / g(2)").isReadable)
    expectEqual(source("x()/y/(z)").tokens.count, 9)
  }

  @Test func branchesOfConditionsCanHaveDifferentBrackets() throws {
    let source = source("{\n#if A\nf(\n#elseif B\ng({\n#else\n}}\n#endif\nz }")
    expect(source.isReadable)
    expectEqual(source.tokens[try token("z", in: source)].parent, 0)
  }

  @Test func aBranchOfAConditionThatTheIndexDoesNotNameIsNotRead() throws {
    let text = "a\n#if A\nb {\n#if B\nc\n#endif\n#elseif C\nd\n#else\ne\n#endif\nf"
    func tokens(compiled: [Int]) -> [String] {
      let places = compiled.map { Location(file: 0, line: $0, column: 1) }
      return SourceText(Data(text.utf8), file: 0, compiled: Set(places)).tokens.map(\.text)
    }
    expectEqual(tokens(compiled: [8]), ["a", "d", "f"])
    expectEqual(tokens(compiled: [3, 10]), ["a", "b", "{", "e", "f"])
    expectEqual(tokens(compiled: [5]), ["a", "b", "{", "c", "f"])
    expectEqual(tokens(compiled: []), ["a", "f"])
    expectEqual(source(text).tokens.count, 7)
  }

  @Test func aLongLiteralIsALiteral() throws {
    let source = source("{ a(\"\(String(repeating: "x{", count: 200_000))\") }")
    expect(source.isReadable)
    expectEqual(source.tokens.count, 5)
  }

  @Test(arguments: ["\"\"\" a", "/* a", "{", "a)", "{ ( }"])
  func textWithoutAnEndIsUnreadable(text: String) {
    expect(!source(text).isReadable)
  }

  @Test func commentsBelongToTheLineOfTheCodeBeforeOrToTheNextLine() {
    let comments = source("a\r\n// b\r\n\r\nc // d\r\n// e\n// f").comments
    expectEqual(comments.map(\.line), [3, 4, 6, 7])
    expectEqual(comments.map { $0.text.filter { !$0.isWhitespace } }, ["//b", "//d", "//e", "//f"])
  }

  @Test func interpolationsHaveTokens() throws {
    let source = source(#"x("total: \(cart.resolve()) (") + y"#)
    expectEqual(source[try token("cart", in: source) + 1], ".")
    expect(source.tokens[try token("y", in: source)].parent == nil)
  }

  @Test(arguments: ["a<z.b() && c>1", "a<b && z>1", "a<b||z>1"])
  func comparisonsAreNoGenericArguments(text: String) throws {
    expect(source(text).tokens.contains { $0.text == "z" })
  }

  @Test(arguments: [
    ("{ [z] in b }", false), ("{ [z] _ in b }", false), ("{ [z] (b: B) in b }", false), ("{ [z] as [Z] }", true),
    ("{ [z] }", true),
  ])
  func elementsOfAnArrayAreInsideOfTheClosure(text: String, isInside: Bool) throws {
    let source = source(text)
    expectEqual(source.brackets(around: try token("z", in: source)).contains(0), isInside)
  }

  @Test func locationsCountBytes() throws {
    let source = source("é\n  ü.name")
    let location = source.tokens[try token("name", in: source)].location
    expectEqual(location, Location(file: 0, line: 2, column: 6))
    expect(source.token(at: location) == (try token("name", in: source)))
  }

  @Test func argumentsIncludeTrailingClosures() throws {
    let source = source("Injection<[A]>(strategy: .shared) { a } other: { b }.when(c)\nnext()")
    let arguments = try #require(source.arguments(ofCallAt: 0))
    expectEqual(source[arguments.upperBound], ".")
    expectEqual(source[try #require(source.member(at: arguments.upperBound))], "when")
  }

  @Test(arguments: [
    ("f(a: b, c, d: e(g: 1))", ["a", "_1", "d"]), ("f(a, b: c, d)", ["_1", "b", "_2"]), ("f()", []), ("f { a }", []),
    ("f(a(), b: c(), d)", ["_1", "b", "_2"]),
    ("f(\n#if A\na: b)\n#else\nc)\n#endif", ["a"]),
  ])
  func argumentsHaveLabels(text: String, labels: [String]) {
    expectEqual(source(text).labels(ofCallAt: 0), Set(labels))
  }

  @Test(arguments: [
    ("func f(a: A = z.b())", "a"), ("func f(_ a: [A] = [z])", "_1"), ("func f(_ a: A, b: B, _ c: C = z)", "_2"),
    ("init?(a: A, b c: C = C(z))", "b"), ("func f(_ a: A = b(), _ c: C = z)", "_2"),
    ("func f(a: A) -> z", nil), ("func f(a: A) { z }", nil),
  ])
  func defaultArgumentsBelongToParameters(text: String, label: String?) throws {
    let source = source(text)
    let name = try #require(source.tokens.firstIndex { ["f", "init"].contains($0.text) })
    expectEqual(source.parameter(around: try token("z", in: source), ofFunctionAt: name), label)
  }

  @Test(arguments: [
    ("z()", true), ("a(z())", true), ("if a { z() }", true), ("@A(z())\nstruct B {}", false),
    ("@A(\n.b { z() }\n) struct B {}", false), ("#a { z() }", false), ("a()\nz()", true),
  ])
  func attributesAndMacrosAreNoTopLevelCode(text: String, isOutside: Bool) throws {
    let source = source(text)
    expectEqual(source.isOutsideOfDeclarations(try token("z", in: source)), isOutside)
  }

  @Test(arguments: [
    ("init()", true), ("init(a: A = b())", true), ("init?(a: A = b(c, d), e: [E] = [])", true), ("init(a: A)", false),
    ("init(a: A = b(), c: C)", false), ("init(a: (A) -> A = { $0 })", true), ("init(a: (_ a: A) -> A)", false),
  ])
  func argumentsCanBeOmittedIfEachParameterHasADefault(text: String, hasDefaults: Bool) {
    expectEqual(source(text).hasDefaultArguments(ofFunctionAt: 0), hasDefaults)
  }

  @Test(arguments: [
    ("if x {", SourceText.Block?.some(.branch)), ("guard x else {", .branch), ("} else {", .branch),
    ("let y = if x {", .branch), ("if\n  a(),\n  b\n{", .branch), ("switch\n  a\n{", .branch),
    ("func f(a: A) -> B {", nil), ("var b: B {", nil), ("init?(a: A) {", nil), ("let b = {", .closure(nil)),
    ("return {", .closure(nil)), ("f {", .closure(0)), ("f(1) {", .closure(0)), ("f(1, {", .closure(0)),
    ("A.F<B, [C]>(1) {", .closure(2)), ("f({ a }) { b } c: {", .closure(0)), ("[a, {", .closure(nil)),
    ("func f()\n-> [B]\n{", nil), ("for a in b\nwhere f(a) {", .branch), ("func f() -> A\nwhere A: B {", nil),
    ("if let a = b\n  as? C {", .branch), ("f(for: {", .closure(0)), ("do {", .inline), ("repeat {", .inline),
    ("for a in [b] {", .inline), ("for a in [b: c] {", .inline), ("for a in [] {", .branch),
    ("for a in [:] {", .branch),
    ("for a in [\"b\"] {", .inline), ("for a in [ \"b\" ] {", .inline),
    ("for a in [\"b\": \"c\"] {", .inline),
    ("for a in b[c] {", .branch), ("for a in [b]() {", .branch), ("for a in [b] where a {", .branch),
    ("for case a? in [b] {", .branch), ("for a in 1...b {", .inline), ("for a in 0..<2 {", .inline),
    ("for a in 0..<0 {", .branch), ("for a in 0..<b {", .branch), ("for a in b(1...2) {", .branch),
    ("while true {", .inline), ("while a == true {", .branch),
    ("for a in 1...2 where a {", .branch), ("a { b in if case 1...2 = b {", .branch),
  ])
  func blockDependsOnTheStatement(text: String, block: SourceText.Block?) throws {
    let source = source(text + " z }")
    let brace = try #require(source.tokens.lastIndex { $0.text == "{" })
    expectEqual(source.blocks[brace], block)
  }

  @Test(arguments: [
    ("a ?? z", true), ("a ? z : b", true), ("a && z", true), ("if a { z }", true), ("for a in b { z }", true),
    ("guard a else { return }\nz", false), ("if a { b() }\nz", false), ("a.map { z }", false),
    ("return f(a, z)", false), ("a?.b\nz", false), ("let b = a ?? c\nz", false),
    ("let b = a ?\nz : c", true), ("let b = a ? 1 : 2 -\nz", true), ("a ? b : c\n-z", false),
    (#""\(a ? 1 : 2) \(z)""#, false), (#""\(a ? z : 2)""#, true),
    ("a ? \"\"\"\n\\(b)\n\\(z)\n\"\"\" : c", true), ("if\n  a(),\n  b\n{ z }", true),
    ("do { try a(); z } catch {}", true), ("do { try a(z) } catch {}", false), ("do { z; try a() } catch {}", false),
    ("do { try a(); z }", false), ("do { try? a(); z } catch {}", false), ("do { b { try a() }; z } catch {}", false),
    ("do { do { try a() } catch {}; z } catch {}", false), ("do { do { try a() }; z } catch {}", true),
    ("do { if b { try a() }; z } catch {}", true), ("do { b(try a(), z) } catch {}", true),
    ("for a in [b] { z }", false), ("for a in [b] { if a { break }; z }", true),
    ("for a in [b] { if a { continue }; z }", true), ("for a in [b] { for c in d { break }; z }", false),
    ("for a in [b] { switch a {\ncase c: break\ndefault: d\n}; z }", false),
    ("e: for a in [b] { for c in d { continue e }; z }", true), ("for a in [b] { z; break }", false),
    ("repeat { if a { continue }; z } while b", true), ("for a in [b] { if a { break } }; z", false),
    ("do { for a in [b] { try a() }; z } catch {}", true), ("e: do { if a { break e }; z }", true),
    ("for c in d { do { if c { break }; z } }", true),
    ("a?.b { z }", true), ("try? f { z }", false), ("init?(a: A) { z }", false), ("func f() -> A? { z }", false),
  ])
  func conditionsAreFound(text: String, isConditional: Bool) throws {
    let source = source("{ \(text) }")
    let doubts = source.doubts(at: try token("z", in: source), in: 0)
    expectEqual(doubts.contains { $0.kind == .branch }, isConditional)
  }

  @Test(arguments: [
    ("guard a else { return }\nz", true), ("if a { return }\nz", true), ("if a { b() }\nz", false),
    ("if a { b { return } }\nz", false), ("if a { func b() { return } }\nz", false),
    ("if a { do { return } }\nz", true),
    ("do { if a { return } } catch {}\nz", true), ("do throws(E) { if a { return } } catch {}\nz", true),
    ("repeat { if a { return } } while b\nz", true), ("do { b { return } } catch {}\nz", false),
    ("for a in [b] { if a { return } }\nz", true),
    ("guard a else { throw XCTSkip() }\nz", true), ("guard a else { throw Failure() }\nz", false),
    ("guard a else { try Test.cancel() }\nz", true), ("guard a else { task.cancel() }\nz", false),
    ("z\nif a { return }", false), ("if a { return } else { b() }\nz", true), ("if a { return }\nb { c(z) }", true),
    ("b { if a { return } }\nz", false), ("switch a {\ncase .b: if c { return }\ndefault: d\n}\nz", true),
    ("switch a {\ncase .b: return\ndefault: d\n}\nz", true),
  ])
  func exitsAreFound(text: String, followsExit: Bool) throws {
    let source = source("{ \(text) }")
    let doubts = source.doubts(at: try token("z", in: source), in: 0)
    expect(doubts.map(\.kind) == (followsExit ? [.exit] : []))
  }

  @Test func eachCaseThatReturnsIsAnExit() throws {
    let source = source("{ switch a {\ncase .b: return\ncase .c: return\ndefault: d\n}\nz }")
    let doubts = source.doubts(at: try token("z", in: source), in: 0)
    expectEqual(doubts.map { [$0.branch, $0.branches] }, [[0, 3], [1, 3]])
  }

  @Test(arguments: [
    ("if a { z } else { b }", [0, 2]), ("if a { b } else { z }", [1, 2]),
    ("if a { b } else if c { z } else { d }", [1, 3]),
    ("if a { b }\nelse { z }", [1, 2]), ("if a { z }", [0, 2]), ("if a { b } else if c { z }", [1, 3]),
    ("for a in b { z }", [0, 2]),
    ("guard let a = b { c } else { z }", [0, 2]), ("switch a {\ncase .b: c\ncase .d: z\n}", [1, 2]),
    ("switch a {\ncase .b: z\n@unknown default: c\n}", [0, 2]), ("switch a { default: z }", [0, 1]),
    ("switch a {\ncase .b where c: if case .d = e { z }\ndefault: f\n}", [0, 2]),
    ("switch a {\ncase let .b(c): f(.default, z)\ncase .d: f\n}", [0, 2]), ("let b = if a { z } else { c }", [0, 2]),
    ("switch a {\ncase .b: fatalError()\ncase .c: z\ndefault: d\n}", [0, 2]),
    ("switch a {\ncase .b: c { exit(1) }\ndefault: z\n}", [1, 2]),
    ("switch a {\ncase .b: z\ndefault: throw c\n}", [0, 1]),
    ("if a { z } else {\n  b()\n  preconditionFailure()\n}", [0, 1]),
    ("if a { throw b } else if c { z } else { d }", [0, 2]),
    ("do { try a(); z } catch {}", [0, 2]), ("do { a() } catch { z }", [1, 2]),
    ("do { a() } catch is B { c() } catch { z }", [2, 3]), ("do { try a(); z } catch { throw b }", [0, 1]),
    ("if a { z } else { B.exit(1) }", [0, 1]), ("if a { z } else { _ = B.exit(1) }", [0, 2]),
    ("if a { z } else { b.exit(1) }", [0, 2]),
    ("switch a {\ncase .b: fallthrough\ncase .c: z\ndefault: d\n}", [0, 2]),
    ("switch a {\ncase .b: c; fallthrough\ncase .c: d\ndefault: z\n}", [1, 2]),
    ("if a { z } else { if b { throw c } }", [0, 2]), ("if a { z } else { b.exit = 1 }", [0, 2]),
  ])
  func aBranchHasAPositionAmongTheOthers(text: String, position: [Int]) throws {
    let source = source("{ \(text) }")
    let doubt = try #require(source.doubts(at: try token("z", in: source), in: 0).first)
    expectEqual([doubt.branch, doubt.branches], position)
    expect(["if", "for", "guard", "switch", "catch"].contains(source[try #require(source.token(at: doubt.place))]))
  }

  @Test(arguments: [
    ("let a: Injection<A> = z.b()", "a"), ("self.b = f(z)", nil), ("self.b = z", "b"), ("Group(c: z, d: e)", "c"),
    ("Group(c: d, e: f ? g : z)", "e"), ("f(z)", nil), ("let a = b, c = z", "c"),
    ("let (a, b) = z", nil), ("if case let .a(b) = z {}", nil),
  ])
  func destinationIsAName(text: String, name: String?) throws {
    let source = source(text)
    expectEqual(source.destination(of: try token("z", in: source)).map { source[$0] }, name)
  }
}
