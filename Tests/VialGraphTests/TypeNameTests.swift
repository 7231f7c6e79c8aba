import Testing

@testable import VialGraph

struct TypeNameTests {
  @Test(arguments: [
    ("Swift.Int", "Int", ["Int"]),
    ("A.B.C", "C", ["C"]),
    ("A.(B in _A09D80A6)", "B", ["B"]),
    ("(extension in A):Swift.Int.B", "B", ["B"]),
    ("A.B<Swift.Int>.C<Swift.String>", "B<Int>.C<String>", ["C", "String"]),
    (
      "Swift.Dictionary<Swift.String, A.B<Swift.Int>>", "Dictionary<String, B<Int>>",
      ["Dictionary", "String", "B", "Int"]
    ),
    ("Vial.Injection<A.B<(Swift.Int) -> ()>>", "Injection<B<(Int) -> ()>>", ["Injection", "B"]),
    ("Swift.Array<() -> Vial.Injection<Swift.Int>>", "Array<() -> Injection<Int>>", ["Array"]),
    ("@Swift.MainActor (A.B) async throws -> A.C", "@MainActor (B) async throws -> C", []),
    ("(a: A.B, c: Swift.Optional<(A.D) -> A.E>)", "(a: B, c: Optional<(D) -> E>)", ["B", "Optional"]),
    ("()", "()", []),
    ("A.B & A.C", "B & C", ["B", "C"]),
    ("any A.B<Self.A.B.C == Swift.Int>", "any B<C == Int>", ["B", "C == Int"]),
    ("Swift.Optional<A.B.Type>", "Optional<B.Type>", ["Optional"]),
  ])
  func aTypeHasATextAndTheNamesOfItsParts(demangled: String, text: String, names: [String]) {
    let type = TypeName(demangled: demangled)
    expectEqual(type.text, text)
    expectEqual(type.names, names)
  }

  @Test func anOptionalNumberWrapsAScalar() {
    expect(TypeName(demangled: "Swift.Optional<Swift.Int>").unwrapped.isScalar)
    expect(!TypeName(demangled: "Swift.Optional<Swift.Int>").isScalar)
    expect(!TypeName(demangled: "Swift.Array<Swift.Int>").unwrapped.isScalar)
    expect(!TypeName(demangled: "(Swift.Int)").isScalar)
  }
}
