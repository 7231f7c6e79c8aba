import Foundation
import Vial
import WorldClockFeature
import WorldClockInterface
import WorldClockLive
import XCTest

/// Three ways to replace a dependency of a model: a global override, an assignment, and another injection.
///
/// The test methods are `async` because XCTest on Linux cannot call synchronous ones of a class that
/// is isolated to the main actor.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
final class WorldClockModelTests: XCTestCase {
  private let noonInJanuary = FixedClock(Date(timeIntervalSince1970: 1_768_478_400))
  private let noonInJuly = FixedClock(Date(timeIntervalSince1970: 1_784_116_800))

  override func setUp() async throws {
    wallClock.override(with: self.noonInJanuary)
  }

  override func tearDown() async throws {
    Overrides.rollbackAll()
  }

  func testModelThatIsCreatedAfterAGlobalOverrideUsesIt() async {
    let model = WorldClockModel()

    model.show(["Zurich"])

    XCTAssertEqual(model.cityTimes.map(\.time), ["13:00:00"])
    XCTAssertEqual(model.cityTimes.map(\.day), ["Thu 15 Jan"])
  }

  func testRollbackRestoresTheSystemClock() async {
    XCTAssertTrue(wallClock.rollbackOverride())

    let before = Date()
    let now = WorldClockModel().clock.now

    XCTAssertFalse(wallClock.isOverridden)
    XCTAssertGreaterThanOrEqual(now, before)
    XCTAssertLessThanOrEqual(now, Date())
  }

  func testModelKeepsTheClockThatItHasRead() async {
    let model = WorldClockModel()
    model.show(["Zurich"])

    wallClock.rollbackOverride()
    model.show(["Tokyo"])

    XCTAssertEqual(model.cityTimes.map(\.time), ["21:00:00"])
  }

  func testAssignmentReplacesTheGlobalOverrideForOneModel() async {
    let model = WorldClockModel()
    let other = WorldClockModel()
    model.clock = noonInJuly

    model.show(["Zurich"])
    other.show(["Zurich"])

    XCTAssertEqual(model.cityTimes.map(\.time), ["14:00:00"])
    XCTAssertEqual(other.cityTimes.map(\.time), ["13:00:00"])
  }

  func testResetUndoesAnAssignment() async {
    let model = WorldClockModel()
    model.clock = noonInJuly

    model.$clock.reset()
    model.show(["Zurich"])

    XCTAssertEqual(model.cityTimes.map(\.time), ["13:00:00"])
  }

  func testInjectionOfTheTestsOverridesAnInjectionOfTheApplication() async {
    timeFormatter.override(with: secondsFormatter)

    let model = WorldClockModel()
    model.show(["Zurich", "Tokyo"])

    XCTAssertEqual(model.cityTimes.map(\.time), ["1768478400", "1768478400"])
    XCTAssertEqual(model.cityTimes.map(\.day), ["Europe/Zurich", "Asia/Tokyo"])
  }

  func testNothingIsBuiltBeforeTheModelShowsSomething() async {
    let model = WorldClockModel()

    XCTAssertFalse(model.$clock.isResolved)
    XCTAssertFalse(model.$catalogue.isResolved)
    XCTAssertFalse(model.$formatter.isResolved)
  }
}

/// An injection that the module of the tests publishes.
@MainActor private let secondsFormatter = Injection<any TimeFormatter>(
  strategy: .onDemand,
  instance: SecondsFormatter()
)

private struct SecondsFormatter: TimeFormatter {
  func time(of instant: Date, in timeZone: TimeZone) -> String {
    "\(Int(instant.timeIntervalSince1970))"
  }

  func day(of instant: Date, in timeZone: TimeZone) -> String {
    timeZone.identifier
  }
}
