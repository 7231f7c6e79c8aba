#if TESTABLE
@testable import Vial
#else
import Vial
#endif

/// Checks that must hold in every build of the matrix.
///
/// The process stops at the first check that fails.
@main
struct Check {
  @MainActor
  static func main() async {
    expect(MainActorOwner().text == "live")
    expect(PlainOwner().read() == "live")
    expect(DerivedOwner().read() == "live 7")
    expect(GenericOwner(number).value == 7)
    expect(await ActorOwner().read() == "live")
    #if !EVOLUTION
    expect(ObjectOwner().text == "live")
    #endif

    let owners = [StructOwner(), StructOwner()]
    owners[0].text = "assigned"
    expect(owners.map { $0.read() } == ["assigned", "live"])

    let held = thing.resolve()
    let owner = MainActorOwner()
    expect(owner.back === held)

    let model = withOverrideScope {
      word.override { "mock" }
      number.override(changing: { $0 += 1 })
      return DerivedOwner()
    }
    expect(model.read() == "mock 8")
    expect(DerivedOwner().read() == "live 7")

    let dynamic = DynamicOwner()
    expect(dynamic.read() == "live")
    let token = word.override(with: { original in original.resolve() + "!" })
    expect(PlainOwner().read() == "live!")
    expect(dynamic.read() == "live!")
    expect(token.rollback())
    expect(dynamic.read() == "live")
    expect(await wordElsewhere() == "live")
    #if TESTABLE
    expect(number.record.strategy.description == "singleton")
    #endif
    print("passed")
  }

  /// Stops the process in optimized builds too, which do not check preconditions.
  @MainActor
  static func expect(_ holds: Bool, line: Int = #line) {
    guard !holds else { return }
    failed(line)
  }

  static func failed(_ line: Int) -> Never {
    print("Check.swift:\(line) does not hold")
    fatalError()
  }
}
