import Vial

/// A test of any test library.
///
/// The cases and the repetitions of a test have equal identities.
struct TestIdentity: Sendable {
  let framework: TestFramework

  /// The name in messages.
  let name: String

  /// The module, the types and the function, which identify the test in its library.
  let id: String

  /// The module of the test, whose injections need no permission; `nil` for an exit test, which is in any module of tests.
  let module: String?

  /// The line at which issues of the test are reported.
  let place: CallLocation

  /// Whether this is a suite, for which a trait has opened a scope as a whole.
  var isSuite = false

  /// The name after the end of the test, which also has to be understood between other tests.
  var nameAfterItsEnd: String {
    id.hasSuffix(name) ? "\(name), after its end" : "\(name) (\(id)), after its end"
  }

  /// Whether a module is the module of the test.
  func isIn(_ module: String) -> Bool { self.module.map { $0 == module } ?? module.hasSuffix("Tests") }

  /// Whether the module of the test publishes an injection.
  func publishes(_ declaration: InjectionDeclaration) -> Bool { isIn(declaration.module) }
}

extension TestIdentity {
  /// The modules whose tests use the global scope on purpose, as the tests of the core do.
  @MainActor static var exemptModules: Set<String> = []

  /// Whether the test is exempt from reports about the global scope; for an exit test, whether any module is exempt.
  @MainActor var isExempt: Bool {
    module.map(Self.exemptModules.contains) ?? !Self.exemptModules.isEmpty
  }
}

extension TestIdentity: Hashable {
  static func == (lhs: TestIdentity, rhs: TestIdentity) -> Bool {
    lhs.id == rhs.id && lhs.framework.name == rhs.framework.name
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
