import Testing

@testable import VialGraphProgram

struct ProgramTests {
  @Test func aDeclarationOfADamagedIndexThatContainsItselfHasAName() {
    var fixture = ProgramFixture()
    let file = fixture.addFile("A", "func test() {}")
    let function = fixture.function("test", file, line: 1)
    fixture.program.symbols[function].parent = function
    expectEqual(fixture.program.types(around: function), [function])
    expectEqual(fixture.program.qualifiedName(of: function), "test()")
  }
}
