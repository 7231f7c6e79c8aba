import Faults
import Testing
import Vial

@propertyWrapper @MainActor struct Composed {
  var wrappedValue: Int
  init() {
    Members.stubbed.override(with: 1)
    wrappedValue = 1
  }
}

@MainActor struct Field {
  let path: ReferenceWritableKeyPath<Observing, String>
  func write(_ text: String, to model: Observing) { model[keyPath: path] = text }
}

@MainActor struct MembersTests {
  @Test func stubbed() {
    Members.stubbed.stub(2)
    #expect(Members.stubUser.resolve() == 2)
  }

  // fault: warning: unstubbed() needs Members.stubbed
  @Test func unstubbed() { #expect(Members.stubUser.resolve() == 2) }

  // A helper can name the current test. Only tests need an implementation.
  func describe() -> String { "\(Test.current?.name ?? ""): \(Members.stubUser.resolve())" }

  @Test(.enabled { await Members.stubbed.isProvided }) func enabled() { #expect(Members.stubUser.resolve() == 2) }

  @Test func requiring() throws {
    try #require(Members.canStub)
    #expect(Members.stubUser.resolve() == 2)
  }

  @Test func overridden() { #expect(Overriding().use() == 1) }

  @Test func composed() {
    @Composed var number
    #expect(Members.stubUser.resolve() == number)
  }

  @Test func writing() {
    Members.observed.override(with: 2)
    Field(path: \.text).write("a", to: Observing("b"))
  }

  @Test func initializing() {
    Members.observed.override(with: 2)
    _ = Observing(number: 1)
  }

  @Test func projecting() {
    Members.projected.override(with: 2)
    @Projecting var number
    #expect($number == 2)
  }
}
