import Testing
import Vial
import XCTest

/// A test of Swift Testing, or a case of XCTest.
///
/// The cases and the repetitions of a test have equal identities.
enum TestIdentity: Sendable {
  case swiftTesting(Test)

  /// A case of XCTest, or the class whose `setUp()` is running, and the line at which XCTest reports a failure.
  case xctest(name: String, module: String, file: StaticString = "unknown", line: UInt = 0)

  /// The name in messages.
  var name: String {
    switch self {
    case .swiftTesting(let test): test.displayName.map { "“\($0)”" } ?? test.name
    case .xctest(let name, _, _, _): name
    }
  }

  /// The name of a test that has ended, which also has to be understood between other tests.
  var nameAfterItsEnd: String {
    switch self {
    case .swiftTesting(let test): "\(name) (\(String(describing: test.id))), after its end"
    case .xctest: "\(name), after its end"
    }
  }

  /// The module of the test, whose injections need no permission.
  var module: String {
    switch self {
    case .swiftTesting(let test): moduleName(ofFileID: test.sourceLocation.fileID)
    case .xctest(_, let module, _, _): module
    }
  }

  var isXCTest: Bool { if case .xctest = self { true } else { false } }
}

extension TestIdentity: Hashable {
  static func == (lhs: TestIdentity, rhs: TestIdentity) -> Bool {
    switch (lhs, rhs) {
    case (.swiftTesting(let left), .swiftTesting(let right)): left.id == right.id
    case (.xctest(let left, _, _, _), .xctest(let right, _, _, _)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension TestIdentity {
  init(_ testCase: XCTestCase, file: StaticString = "unknown", line: UInt = 0) {
    self = .xctest(name: testCase.name, module: testCase.module, file: file, line: line)
  }
}

extension XCTestCase {
  /// The module of the class.
  fileprivate nonisolated var module: String { String(String(reflecting: type(of: self)).prefix { $0 != "." }) }
}

extension InjectionDeclaration {
  /// The module that publishes the injection.
  var module: String { moduleName(ofFileID: callSite.fileID) }
}

/// Returns the name of the module, the first component of a file ID.
private func moduleName(ofFileID fileID: String) -> String { String(fileID.prefix { $0 != "/" }) }
