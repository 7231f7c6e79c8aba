import Testing
import Vial
import XCTest

/// A test of Swift Testing, or a case of XCTest.
///
/// The cases and the repetitions of a test have equal identities.
enum TestIdentity: Sendable {
  case swiftTesting(Test)

  /// A case of XCTest, or the class whose `setUp()` is running, and the line at which XCTest reports a failure.
  case xctest(name: String, module: String, location: CallLocation = .unknown)

  /// The body of an exit test, whose process does not contain the test.
  case exitTest

  init(_ testCase: XCTestCase, at location: CallLocation = .unknown) {
    let module = String(String(reflecting: type(of: testCase)).prefix { $0 != "." })
    self = .xctest(name: testCase.name, module: module, location: location)
  }

  var name: String {
    switch self {
    case .swiftTesting(let test): test.displayName.map { "“\($0)”" } ?? test.name
    case .xctest(let name, _, _): name
    case .exitTest: "process of an exit test"
    }
  }

  /// The name after the end of the test, which also has to be understood between other tests.
  var nameAfterItsEnd: String {
    guard case .swiftTesting(let test) = self else { return "\(name), after its end" }
    return "\(name) (\(String(describing: test.id))), after its end"
  }

  /// The module of the test, whose injections need no permission; empty for an exit test, whose module is unknown.
  var module: String {
    switch self {
    case .swiftTesting(let test): moduleName(ofFileID: test.sourceLocation.fileID)
    case .xctest(_, let module, _): module
    case .exitTest: ""
    }
  }

  /// Whether the module of the test publishes an injection.
  ///
  /// For an exit test, this is any module whose name ends with `Tests`.
  func publishes(_ declaration: InjectionDeclaration) -> Bool {
    isExitTest ? declaration.module.hasSuffix("Tests") : declaration.module == module
  }

  /// Whether tests of the module are exempt from reports, or in the process of an exit test, tests of any module.
  @MainActor var isExempt: Bool {
    isExitTest ? !ProcessWatch.exemptModules.isEmpty : ProcessWatch.exemptModules.contains(module)
  }

  /// The line at which XCTest reports a failure.
  var location: CallLocation { if case .xctest(_, _, let location) = self { location } else { .unknown } }
  var isXCTest: Bool { if case .xctest = self { true } else { false } }
  var isExitTest: Bool { if case .exitTest = self { true } else { false } }

  /// Whether the test has several cases, which begin one by one.
  var isParameterized: Bool { if case .swiftTesting(let test) = self { test.isParameterized } else { false } }
}

extension TestIdentity: Hashable {
  static func == (lhs: TestIdentity, rhs: TestIdentity) -> Bool {
    switch (lhs, rhs) {
    case (.swiftTesting(let left), .swiftTesting(let right)): left.id == right.id
    default: lhs.isXCTest == rhs.isXCTest && lhs.name == rhs.name
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension InjectionDeclaration {
  /// The module that publishes the injection.
  var module: String { moduleName(ofFileID: callSite.fileID) }
}

/// Returns the name of the module, the first component of a file ID.
private func moduleName(ofFileID fileID: String) -> String { String(fileID.prefix { $0 != "/" }) }
