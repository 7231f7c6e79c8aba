public import Vial
public import XCTest

extension XCTestCase {
  /// Overrides every key of a family until this test ends.
  ///
  /// ```swift
  /// override(formatter) { locale in FixedFormatter(locale) }
  /// ```
  ///
  /// To override one key alone, name it: `override(formatter["fr"], with: FixedFormatter("fr"))`.
  ///
  /// - Parameters:
  ///   - family: The family to override.
  ///   - factory: Builds the replacement of a key, on the main actor.
  ///   - strategy: The replacements' lifetime; that of each key when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  public nonisolated func override<Key, Value>(
    _ family:
      @escaping @MainActor @autoclosure () -> InjectionFamily<Key, Value>,
    with factory: @escaping @MainActor (Key) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    rollBackAtEnd {
      family().override(with: factory, strategy: strategy, fileID: fileID, line: line)
    }
  }

  /// Overrides every key of a family until this test ends, with something that may use the original.
  ///
  /// - Parameters:
  ///   - family: The family to override.
  ///   - decorator: Builds the replacement of a key, on the main actor; the original only if it
  ///     resolves it.
  ///   - strategy: The replacements' lifetime; that of each key when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  public nonisolated func override<Key, Value>(
    _ family:
      @escaping @MainActor @autoclosure () -> InjectionFamily<Key, Value>,
    with decorator: @escaping @MainActor (Key, borrowing Original<Value>) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    rollBackAtEnd {
      family().override(with: decorator, strategy: strategy, fileID: fileID, line: line)
    }
  }
}
