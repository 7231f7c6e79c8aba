import Vial

/// A way to publish an injection.
///
/// The engine treats all of them alike.
enum PublicationStyle: CaseIterable {
  /// An injection that is published with its factory.
  case plain

  /// A required injection whose implementation is provided in the current scope.
  case required

  /// The injection of one key of a family.
  case key
}

/// Publishes injections in each style.
///
/// The families are retained until the process ends, because a suite may be released on any thread, and instances must be
/// deinitialized on the main actor.
@MainActor final class Publications {
  private static var families: [AnyObject] = []

  func publish<Value>(
    _ style: PublicationStyle,
    _ strategy: InjectionStrategy,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @MainActor () -> Value
  ) -> Injection<Value> {
    switch style {
    case .plain: return Injection(strategy: strategy, fileID: fileID, line: line, make)
    case .required:
      let injection = Injection<Value>.required("what a test needs", fileID: fileID, line: line)
      injection.provide(with: make(), strategy: strategy)
      return injection
    case .key:
      let family = InjectionFamily<Int, Value>(
        strategy: strategy,
        fileID: fileID,
        line: line
      ) { _ in make() }
      Self.families.append(family)
      return family[1]
    }
  }
}
