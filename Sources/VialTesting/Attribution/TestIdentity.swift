import Testing
import Vial
import XCTest

/// A test of any test library.
///
/// The cases and the repetitions of a test have equal identities.
struct TestIdentity: Sendable {
  let framework: TestFramework
  let name: String

  /// The module of the test, whose injections need no permission; empty for an exit test, whose module is unknown.
  let module: String

  /// The line at which XCTest reports a failure.
  let location: CallLocation

  /// The test of Swift Testing.
  let test: Test?

  init(_ test: Test) {
    framework = .swiftTesting
    name = test.displayName.map { "“\($0)”" } ?? test.name
    module = moduleName(ofFileID: test.sourceLocation.fileID)
    location = .unknown
    self.test = test
  }

  init(_ testCase: XCTestCase, at location: CallLocation = .unknown) {
    let module = String(String(reflecting: type(of: testCase)).prefix { $0 != "." })
    self.init(.xctest, named: testCase.name, module: module, at: location)
  }

  init(_ framework: TestFramework, named name: String, module: String, at location: CallLocation = .unknown) {
    self.framework = framework
    self.name = name
    self.module = module
    self.location = location
    test = nil
  }

  static let exitTest = TestIdentity(.exitTest, named: "process of an exit test", module: "")

  /// The name after the end of the test, which also has to be understood between other tests.
  var nameAfterItsEnd: String {
    test.map { "\(name) (\(String(describing: $0.id))), after its end" } ?? "\(name), after its end"
  }

  /// Whether a line is in the module of the test.
  ///
  /// For an exit test, this is any module whose name ends with `Tests`.
  func contains(_ line: CallSite) -> Bool {
    framework == .exitTest ? line.module.hasSuffix("Tests") : line.module == module
  }

  /// Whether the module of the test publishes an injection.
  func publishes(_ declaration: InjectionDeclaration) -> Bool { contains(declaration.callSite) }

  /// Whether tests of the module are exempt from reports, or in the process of an exit test, tests of any module.
  @MainActor var isExempt: Bool {
    framework == .exitTest ? !ProcessWatch.exemptModules.isEmpty : ProcessWatch.exemptModules.contains(module)
  }
}

extension TestIdentity: Hashable {
  static func == (lhs: TestIdentity, rhs: TestIdentity) -> Bool {
    lhs.framework == rhs.framework && lhs.name == rhs.name && lhs.module == rhs.module && lhs.test?.id == rhs.test?.id
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension InjectionDeclaration {
  /// The module that publishes the injection.
  var module: String { callSite.module }
}

extension CallSite {
  /// The module that contains the line.
  var module: String { moduleName(ofFileID: fileID) }
}

/// Returns the name of the module, the first component of a file ID.
private func moduleName(ofFileID fileID: String) -> String { String(fileID.prefix { $0 != "/" }) }
