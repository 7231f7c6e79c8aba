import Faults
import Testing
import Vial
import VialTesting
import XCTest

@MainActor final class Player {
  @Instance(Services.sound) var sound
  func play() -> Int { sound }
}

@MainActor enum Services {
  static let volume = Injection(strategy: .singleton, instance: 1)
  static let sound = Injection(strategy: .singleton, instance: volume.resolve())
  static let picture = Injection(strategy: .singleton, instance: 1)
  static let calendar = Injection(strategy: .singleton, instance: 1)
  static let otherKeys = InjectionFamily<Int, Int>(strategy: .singleton) { calendar.resolve() + $0 }
  static let keys = InjectionFamily<Int, Int>(strategy: .singleton) { $0 + picture.resolve() }
}

@MainActor func mute() { Services.volume.override(with: 0) }
// fault: warning: hiding() cannot reach it
@MainActor func hide() { Services.picture.override(with: 0) }

@Suite(.overrideScope { Services.volume.override(with: 0) })
@MainActor struct EffectTests {
  @Test func overriding() {
    Services.sound.override(with: 1)
    // fault: warning: overriding() cannot reach it
    Services.picture.override(with: 1)
    #expect(Player().play() == 1)
  }

  @Test func allowing() {
    Services.volume.allowLive()
    // fault: warning: the permission of Services.calendar has no effect: allowing()
    allowLive(Services.sound, Services.calendar)
    #expect(Player().play() == 0)
  }

  @Test func helping() {
    mute()
    #expect(Player().play() == 0)
  }

  @Test func hiding() {
    hide()
    #expect(Player().play() == 0)
  }

  @Test func overridingAKey() {
    Services.keys[1].override(with: 1)
    Services.picture.override(with: 1)
    #expect(Services.keys.resolve(2) == 3)
  }

  @Test func inspecting() {
    Services.picture.override(with: 1)
    #expect(Services.picture.isOverridden)
  }

  @Test func readingTheTokenOfAnOverride() {
    let picture = Services.picture.override(with: 1)
    #expect(picture.isActive)
  }

  @Test func rollingBackOnly() {
    // fault: warning: rollingBackOnly() cannot reach it
    let picture = Services.picture.override(with: 1)
    picture.rollback()
    #expect(Player().play() == 1)
  }

  @Test func checkingTheResultOfARollback() {
    let picture = Services.picture.override(with: 1)
    #expect(picture.rollback())
  }

  @Test func rollingBackLater() {
    // fault: warning: rollingBackLater() cannot reach it
    let picture = Services.picture.override(with: 1)
    defer { picture.rollback() }
    #expect(Player().play() == 1)
  }

  // fault: warning: traitOfATest() cannot reach it
  @Test(.overrideScope { Services.picture.override(with: 1) })
  func traitOfATest() {
    #expect(Player().play() == 0)
  }

  @Test func localInjection() {
    let total = Injection(strategy: .onDemand, instance: Services.picture.resolve() + 1)
    Services.picture.override(with: 1)
    #expect(total.resolve() == 2)
  }
}

@dynamicCallable @MainActor struct Calling {
  func dynamicallyCall(withArguments numbers: [Int]) -> Int { Services.picture.resolve() + numbers.count }
}

@MainActor struct CallTests {
  @Test func callingDynamically() {
    Services.picture.override(with: 1)
    let call = Calling()
    #expect(call(1, 2) == 3)
  }
}

@MainActor struct PermissionTests {
  @Test func permittingAnOverriddenInjection() {
    Services.sound.allowLive()
    Services.sound.override(with: 1)
    #expect(Player().play() == 1)
  }

  @Test func permittingAfterAnOverride() {
    Services.sound.override(with: 1)
    #expect(Player().play() == 1)
    allowLive(Services.sound)
    #expect(Player().play() == 1)
  }

  @Test func permittingAfterARollback() {
    let sound = Services.sound.override(with: 1)
    #expect(Player().play() == 1)
    sound.rollback()
    Services.sound.allowLive()
    #expect(Player().play() == 1)
  }

  @Test func permittingTwice() {
    Services.sound.allowLive()
    allowLive(Services.sound, Services.volume)
    #expect(Player().play() == 1)
  }

  @Test func permittingWithDependencies() {
    Services.sound.allowLive(includingDependencies: true)
    #expect(Player().play() == 1)
  }

  @Test func permittingBeforeAUse() {
    Services.sound.allowLive()
    #expect(Player().play() == 1)
    Services.sound.override(with: 1)
  }

  @Test func permittingAfterAScope() {
    withOverrideScope { Services.sound.override(with: 1) }
    Services.sound.allowLive()
    #expect(Player().play() == 1)
  }

  @Test(arguments: [
    [OverrideScopeTrait.overrideScope { Services.sound.allowLive() }],
    [.overrideScope { Services.sound.allowLive() }, .overrideScope],
  ])
  func permittingInAlternatives(traits: [OverrideScopeTrait]) {
    #expect(Player().play() == 1)
  }

  @Test func permittingKeys() {
    Services.keys[1].allowLive()
    Services.keys[2].allowLive()
    Services.picture.allowLive()
    #expect(Services.keys.resolve(1) + Services.keys.resolve(2) == 5)
  }

  @Test func overridingAnInjectionThatAnOverrideUses() {
    // fault: warning: the override of Services.picture has no effect
    Services.picture.override(with: Services.calendar)
    Services.calendar.override(with: 2)
    #expect(Requirements.untested.isProvided || Overrides.active.count == 2)
  }

  @Test func overridingAFamilyWithAnother() {
    Services.keys.override(with: Services.otherKeys)
    Services.calendar.override(with: 2)
    #expect(Services.keys.resolve(1) == 3)
  }
}

@MainActor struct RequirementTests {
  // fault: warning: withoutImplementation() needs Requirements.untested
  @Test func withoutImplementation() {
    #expect(Model().useUntested() == 1)
  }

  @Test func overridden() {
    Requirements.untested.override(with: 1)
    #expect(Model().useUntested() == 1)
  }

  @Test(.overrideScope { Requirements.untested.override(with: 1) })
  func overriddenByATrait() {
    #expect(Model().useUntested() == 1)
  }

  @Test func overriddenUser() {
    Requirements.user.override(with: 1)
    #expect(Requirements.user.resolve() == 1)
  }

  // fault: warning: withoutLaunchArgument() needs Requirements.inContext
  @Test func withoutLaunchArgument() {
    #expect(Requirements.inContext.resolve() == 1)
  }

  // fault: warning: liveUser() needs Requirements.untested
  @Test func liveUser() {
    #expect(Requirements.user.resolve() == 1)
  }

  @Test func assigned() {
    let model = Assignable()
    model.number = 1
    #expect(model.use() == 1)
  }

  // fault: warning: unassigned() needs Requirements.untested
  @Test func unassigned() {
    #expect(Assignable().use() == 1)
  }

  @Test func passingArgumentsInAMacro() {
    #expect(DefaultArguments(passed: 1, 2).sum < DefaultArguments.init(passed: 1, 3).sum)
  }

  // fault: warning: passingAnArgumentInAMacro() needs Requirements.defaulted
  @Test func passingAnArgumentInAMacro() {
    #expect(DefaultArguments(passed: 1, 2).sum < DefaultArguments(passed: 1).sum)
  }

  @Test func inAProcess() async {
    await #expect(processExitsWith: .failure) { @MainActor in _ = Model().useUntested() }
  }

  @Test(.disabled("The model needs an implementation."))
  func disabled() {
    #expect(Model().useUntested() == 1)
  }

  @Test(.disabled(if: CommandLine.arguments.isEmpty))
  // fault: warning: disabledSometimes() needs Requirements.untested
  func disabledSometimes() {
    #expect(Model().useUntested() == 1)
  }

  @Test func inAClosure() {
    let use = { Model().useUntested() }
    _ = use
  }
}

@MainActor @Suite(.disabled()) struct DisabledTests {
  @Test func withoutImplementation() {
    #expect(Model().useUntested() == 1)
  }
}

@MainActor struct SharedTests {
  // fault: warning: SharedTests.shared lives as long as the program and has the consumer Assignable.number
  static let shared = Assignable()
}

@MainActor final class PreparedXCTests: XCTestCase {
  override func setUp() async throws { Requirements.untested.override(with: 1) }

  func testPrepared() async { XCTAssertEqual(Model().useUntested(), 1) }
}

@MainActor final class UnpreparedXCTests: XCTestCase {
  // fault: warning: testUnprepared() needs Requirements.untested
  func testUnprepared() async { XCTAssertEqual(Model().useUntested(), 1) }
  func testWithArgument(_ number: Int) { XCTAssertEqual(Model().useUntested(), number) }
  func testSkipped() async throws {
    if CommandLine.argc >= 0 { throw XCTSkip("needs a server") }
    XCTAssertEqual(Model().useUntested(), 1)
  }
}

@MainActor final class EffectXCTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() async throws {
    Services.volume.override(with: 0)
    // fault: warning: none of the 2 tests that make it can reach it
    Services.picture.override(with: 0)
  }

  func testSound() async {
    XCTAssertEqual(Player().play(), 0)
  }

  func testSoundAgain() async {
    XCTAssertEqual(Services.sound.resolve(), 0)
  }
}

@MainActor class BaseXCTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }
  override func setUp() async throws { Requirements.untested.override(with: 1) }
}

@MainActor final class InheritingXCTests: BaseXCTests {
  func testInherited() async { XCTAssertEqual(Model().useUntested(), 1) }
}

@MainActor final class ReplacingXCTests: BaseXCTests {
  override func setUp() async throws {}
  // fault: warning: testReplaced() needs Requirements.untested
  func testReplaced() async { XCTAssertEqual(Model().useUntested(), 1) }
}

@MainActor final class CallingXCTests: BaseXCTests {
  override func setUp() async throws { try await super.setUp() }
  func testCalled() async { XCTAssertEqual(Model().useUntested(), 1) }
}
