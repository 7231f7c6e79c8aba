import Vial
public import XCTest

extension XCTestCase {
  /// Overrides and provides injections until this test ends.
  ///
  /// Use this method in a test that has no override scope. When the test ends, the overrides that the block has made in
  /// any scope are rolled back, and the implementations that the block has provided are withdrawn.
  ///
  /// ```swift
  /// final class ForecastTests: XCTestCase {
  ///   override func setUp() {
  ///     overrideDuringTest { Services.weather.override(with: FixedWeather(.rain)) }
  ///   }
  ///
  ///   func testTakesAnUmbrella() async {
  ///     let advice = await MainActor.run { ForecastModel().advice }
  ///     XCTAssertEqual(advice, "Take an umbrella")
  ///   }
  /// }
  /// ```
  ///
  /// Call this method in `setUp()`, in `setUp() async throws` or in a test, on any thread. The overrides are rolled
  /// back before `tearDown()`. They are also possible after `Overrides.seal()`.
  ///
  /// > Note: In a test class that is not isolated to the main actor, the block cannot use a property of the test case.
  /// > Copy a `Sendable` property to a constant, `let name = name`, and create any other object in the block.
  ///
  /// - Parameter overrides: The block, which runs on the main actor before this method returns.
  public nonisolated func overrideDuringTest(_ overrides: @escaping @MainActor () -> Void) {
    let tokens = onMainActor {
      ProcessWatch.begin()
      return Overrides.recordForTest { overrides() }
    }
    addTeardownBlock {
      onMainActor {
        for token in tokens.reversed() { token.rollBack() }
      }
    }
  }
}

extension Overrides {
  /// Returns tokens of the overrides and implementations that a block makes, in order.
  static func recordForTest(_ block: @MainActor () -> Void) -> [Token] {
    var tokens: [Token] = []
    let outerRecorder = testRecorder
    testRecorder = { tokens.append($0) }
    block()
    testRecorder = outerRecorder
    if let outerRecorder { for token in tokens { outerRecorder(token) } }
    return tokens
  }
}

extension Overrides.Token {
  /// Rolls the override back, or withdraws the implementation.
  @MainActor @discardableResult func rollBack() -> Bool {
    switch self {
    case .override(let override): override.rollback()
    case .provision(let provision): provision.withdraw()
    }
  }
}
