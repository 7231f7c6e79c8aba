import Services
import Testing
import Vial
import VialTesting
import XCTest

/// Permissions and overrides that come after the live use.
///
/// Each test whose name begins with "warns" is warned of the change, after a warning of the live use.
@Suite(.overrideScope(live: .warns)) @MainActor struct TooLateTests {
  @Test func warnsOfALatePermission() {
    _ = nickname.resolve()
    for _ in 0..<2 { nickname.allowLive() }
  }

  @Test func warnsOfALateOverride() {
    let model = Model()
    _ = model.text
    nickname.override(with: "late")
    #expect(model.text == "live")
  }

  @Test func warnsOfALatePermissionOfAKey() {
    _ = names.resolve(1)
    names[1].allowLive()
  }

  @Test func warnsOfALatePermissionOfAFamily() {
    _ = names.resolve(1)
    names.allowLive()
  }
}

/// The innocent cases next to them.
@Suite(.overrideScope { nickname.override(with: "mock") }) @MainActor struct InTimeTests {
  @Test func overridesAfterAMock() {
    _ = nickname.resolve()
    nickname.override(with: "another mock")
    nickname.allowLive()
  }

  @Test func allowsBeforeTheUse() {
    allowLive(city, names[1])
    _ = city.resolve() + names.resolve(1)
    allowLive(city, names[1])
    city.override(with: "mock")
  }

  @Test func allowsAFamilyBeforeItsKeys() {
    names.allowLive()
    _ = names.resolve(1)
    names.allowLive()
  }

  @Test func allowsAnotherKey() {
    names[1].allowLive()
    _ = names.resolve(1)
    names[2].allowLive()
  }

  @Test(.overrideScope(live: .allowed)) func overridesWhatItAllows() {
    _ = city.resolve()
    city.override(with: "mock")
  }
}

/// An override of the class, which the scopes of the tests do not see.
final class HiddenXCTests: XCTestCase {
  override class func setUp() { MainActor.assumeIsolated { _ = nickname.override(with: "of the class") } }

  override class func tearDown() { MainActor.assumeIsolated { _ = nickname.rollbackOverride() } }

  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  func testFails() { MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "live") } }

  func testOverrides() {
    overrideDuringTest { nickname.override(with: "mock") }
    MainActor.assumeIsolated { XCTAssertEqual(nickname.resolve(), "mock") }
  }
}

/// A live use in the `setUp()` of a class, before its first test.
final class ClassSetUpXCTests: XCTestCase {
  override class func setUp() { MainActor.assumeIsolated { _ = nickname.resolve() } }

  func testPasses() {}
}
