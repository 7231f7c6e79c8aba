import Vial
import XCTest

@testable import VialTesting

@MainActor private let permitted = Injection(strategy: .onDemand, instance: 1, fileID: app)
@MainActor private let other = Injection(strategy: .onDemand, instance: 1, fileID: app)

/// A permission that the `setUp()` of a class gives, which is for all its tests.
final class ClassPermissionXCTests: XCTestCase {
  override class func setUp() { MainActor.assumeIsolated { permitted.allowLive() } }

  func testAPermissionAppliesInTheFirstTest() throws { try MainActor.assumeIsolated { try Self.useBoth() } }

  func testBPermissionAppliesInTheSecondTest() throws { try MainActor.assumeIsolated { try Self.useBoth() } }

  @MainActor private static func useBoth() throws {
    let test = try XCTUnwrap(Participant.ofRunningCode)
    for injection in [permitted, other] { _ = injection.resolve() }
    XCTAssertFalse(ReportHistory.containsUse(of: permitted.declaration, test))
    XCTAssertTrue(ReportHistory.containsUse(of: other.declaration, test))
  }
}
