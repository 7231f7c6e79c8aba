// Stubs of the declarations of Apple's XCTest that `VialTesting` uses, written from its documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported import Foundation

open class XCTest: NSObject {
  open var name: String { "" }
}

open class XCTestCase: XCTest {
  open func invokeTest() {}
  public func addTeardownBlock(_ block: @escaping () -> Void) {}
  public func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {}
}

open class XCTestSuite: XCTest {
  open var tests: [XCTest] { [] }
}

public protocol XCTestObservation: AnyObject {
  func testSuiteWillStart(_ testSuite: XCTestSuite)
  func testCaseWillStart(_ testCase: XCTestCase)
  func testCaseDidFinish(_ testCase: XCTestCase)
  func testSuiteDidFinish(_ testSuite: XCTestSuite)
}

extension XCTestObservation {
  public func testSuiteWillStart(_ testSuite: XCTestSuite) {}
  public func testCaseWillStart(_ testCase: XCTestCase) {}
  public func testCaseDidFinish(_ testCase: XCTestCase) {}
  public func testSuiteDidFinish(_ testSuite: XCTestSuite) {}
}

public class XCTestObservationCenter: NSObject {
  public class var shared: XCTestObservationCenter { XCTestObservationCenter() }
  public func addTestObserver(_ observer: any XCTestObservation) {}
}

open class XCTestExpectation: NSObject, @unchecked Sendable {
  public init(description: String) {}
  public func fulfill() {}
}

open class XCTWaiter: NSObject {
  public enum Result: Sendable {
    case completed
  }

  public class func wait(for: [XCTestExpectation], timeout: Double) -> Result { .completed }
}

public func XCTFail(
  _ message: String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {}
