public import Vial
public import XCTest

extension XCTestCase {
  /// Overrides an injection until this test ends.
  ///
  /// ```swift
  /// final class ForecastTests: XCTestCase {
  ///   override func setUp() {
  ///     override(Services.weather, with: FixedWeather(.rain))
  ///   }
  ///
  ///   func testTakesAnUmbrella() async {
  ///     let advice = await MainActor.run { ForecastModel().advice }
  ///     XCTAssertEqual(advice, "Take an umbrella")
  ///   }
  /// }
  /// ```
  ///
  /// Call it in `setUp()`, in `setUp() async throws` or in a test's body, on any thread. The override
  /// is rolled back after the test, before `tearDown()`. In an override scope, see
  /// ``inOverrideScope(_:file:line:_:)``, the override belongs to that scope instead. It works after
  /// `Overrides.seal()` too.
  ///
  /// - Parameters:
  ///   - injection: The injection to override.
  ///   - instance: An expression that builds the replacement, on the main actor.
  ///   - strategy: The replacement's lifetime; the injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  @_disfavoredOverload public nonisolated func override<Value>(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    with instance: @escaping @MainActor @autoclosure () -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    rollBackAtEnd {
      injection().override(with: instance(), strategy: strategy, fileID: fileID, line: line)
    }
  }

  /// Overrides an injection until this test ends, with what a closure builds.
  ///
  /// ```swift
  /// override(Services.weather) { FixedWeather(.rain) }
  /// ```
  ///
  /// - Parameters:
  ///   - injection: The injection to override.
  ///   - strategy: The replacement's lifetime; the injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  ///   - factory: Builds the replacement, on the main actor.
  public nonisolated func override<Value>(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor () -> Value
  ) {
    rollBackAtEnd {
      injection().override(strategy: strategy, fileID: fileID, line: line, factory)
    }
  }

  /// Overrides an injection until this test ends, with something that may use the original.
  ///
  /// - Parameters:
  ///   - injection: The injection to override.
  ///   - decorator: Builds the replacement, on the main actor; the original only if it resolves it.
  ///   - strategy: The replacement's lifetime; the injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  public nonisolated func override<Value>(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    with decorator: @escaping @MainActor (borrowing Original<Value>) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    rollBackAtEnd {
      injection().override(with: decorator, strategy: strategy, fileID: fileID, line: line)
    }
  }

  /// Overrides an injection until this test ends, with something made from the original.
  ///
  /// - Parameters:
  ///   - injection: The injection to override.
  ///   - decorator: Turns what the layer below provides into what is provided instead.
  ///   - strategy: The replacement's lifetime; the injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  ///   - column: Where the override is made.
  public nonisolated func override<Value>(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    with decorator: @escaping @MainActor (Value) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) {
    rollBackAtEnd {
      injection().override(with: decorator, strategy: strategy, fileID: fileID, line: line)
    }
  }

  /// Overrides an injection until this test ends, with a copy of the original changed in place.
  ///
  /// ```swift
  /// override(geocoder, changing: { $0.search = { _ in [.london] } })
  /// ```
  ///
  /// - Parameters:
  ///   - injection: The injection to override.
  ///   - change: Changes the copy, on the main actor.
  ///   - strategy: The replacement's lifetime; the injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  @_disfavoredOverload public nonisolated func override<Value>(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    changing change: @escaping @MainActor (inout Value) -> Void,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    rollBackAtEnd {
      injection().override(changing: change, strategy: strategy, fileID: fileID, line: line)
    }
  }

  /// Lets another injection provide for an injection until this test ends.
  ///
  /// - Parameters:
  ///   - injection: The injection to override.
  ///   - other: The injection that provides instead.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  public nonisolated func override<Value>(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    with other: @escaping @MainActor @autoclosure () -> Injection<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    rollBackAtEnd {
      injection().override(with: other(), fileID: fileID, line: line)
    }
  }

  /// Never compiles: the error says what is wrong with a closure that no override takes.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message: "an override's closure returns what the injection provides, without await or try"
  )
  public nonisolated func override<Value, Other>(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    with decorator: @escaping @MainActor (borrowing Original<Value>) async throws -> Other,
    strategy: InjectionStrategy? = nil
  ) {}

  /// Never compiles: the error says what is wrong with a trailing closure.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message: "an override's closure returns what the injection provides, without await or try"
  )
  public nonisolated func override<Value, Other>(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    strategy: InjectionStrategy? = nil,
    _ factory: @escaping @MainActor () async throws -> Other
  ) {}

  /// Never compiles: the error says what is wrong with a value, or with a closure without a parameter.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message:
      "the replacement is of another type than the injection; a closure without a parameter is passed as override(injection) { … }"
  )
  public nonisolated func override<Value, Other>(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    with instance: @autoclosure () -> Other,
    strategy: InjectionStrategy? = nil,
    _: NoTrailingClosure? = nil
  ) {}

  /// Makes an override that lasts until this test, or the override scope that it runs in, ends.
  nonisolated func rollBackAtEnd(
    _ override: @escaping @MainActor () -> Override
  ) {
    let token = onMainActor { Overrides.makeForTest(override) }
    // A scope's overrides end with it, and stay in force for those who belong to it (rule 22).
    guard OverrideScope.current == nil else { return }
    addTeardownBlock {
      _ = onMainActor { token.rollback() }
    }
  }
}
