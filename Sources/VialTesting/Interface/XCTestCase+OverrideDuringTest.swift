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
    let undoActions = onMainActor {
      ProcessWatch.begin()
      return Overrides.recordForTest { overrides() }
    }
    addTeardownBlock { onMainActor { for undo in undoActions.reversed() { undo() } } }
  }
}

extension Overrides {
  /// Returns closures that undo the overrides and the implementations of a block, in the order in which they were made.
  static func recordForTest(_ block: @MainActor () -> Void) -> [@MainActor () -> Void] {
    var undoActions: [@MainActor () -> Void] = []
    let outerRecorder = TestHooks.onUndoableChange
    TestHooks.onUndoableChange = { undoActions.append($0) }
    block()
    TestHooks.onUndoableChange = outerRecorder
    if let outerRecorder { for undo in undoActions { outerRecorder(undo) } }
    return undoActions
  }
}
