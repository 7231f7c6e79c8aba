import Vial

/// The ways to publish an injection, which are the same thing to whoever uses it.
enum Shape: CaseIterable {
  /// An injection that is published with its recipe.
  case plain

  /// An injection that is required, and provided in the scope that publishes it here.
  case required

  /// The injection of a family's key.
  case key
}

/// Publishes in each shape, and keeps the families that it makes for as long as the process: a suite
/// lets go of what it holds wherever its last task ended, and instances die on the main actor.
@MainActor final class Publications {
  private static var families: [AnyObject] = []

  func publish<Value>(
    _ shape: Shape,
    _ strategy: InjectionStrategy,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @MainActor () -> Value
  ) -> Injection<Value> {
    switch shape {
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
