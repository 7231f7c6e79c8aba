import Testing
import Vial

/// A dynamic consumer resolves in the scope in which it was created, at each read (rules 19 and 21).
///
/// `ReferenceModelTests` compares the reads of dynamic consumers in all kinds of scopes, before and after their ends.
@MainActor struct DynamicInstanceScopeTests {
  private let counter = InstanceCounter()

  private func publish() -> Injection<CountedObject> {
    Injection(strategy: .singleton, instance: CountedObject(counter))
  }

  @Test func expressionIsEvaluatedInTheScopeOfTheConsumerAtEachRead() async {
    let flag = Injection(strategy: .onDemand, instance: false)
    let words = [true, false].map { word in Injection(strategy: .singleton, instance: "\(word)") }
    let scope = OverrideScope()
    let reader = scope.run { DynamicReader { flag.resolve() ? words[0] : words[1] } }
    expectEqual(reader.value, "false")

    scope.run { _ = flag.override(with: true) }

    withOverrideScope { expectEqual(reader.value, "true") }
    expectEqual(await Task.detached { await reader.value }.value, "true")
    expect(OverrideScope.current.isGlobal)
  }

  @Test func consumerRetainsItsScopeButNoInstanceAndNotItsOwner() {
    let injection = publish()
    weak var scope: OverrideScope?
    var reader: DynamicReader<CountedObject>?
    do {
      let opened = OverrideScope(.isolated)
      scope = opened
      reader = opened.run { DynamicReader(injection) }
      expectEqual(reader?.value.serial, 1)
      opened.end()
    }
    weak let owner = reader
    expect(scope != nil && owner != nil)
    expectEqual(counter.alive, 0)
    reader?.value = CountedObject(counter, "assigned")

    reader = nil

    expect(scope == nil && owner == nil)
    expectEqual(counter.alive, 0)
  }
}
