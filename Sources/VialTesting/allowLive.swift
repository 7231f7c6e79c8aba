public import Vial

extension Injection {
  /// Allows the live implementation of this injection in a strict scope, with its dependencies.
  ///
  /// Call this method in the closure of a trait or in a test, before the first use. The permission applies in the
  /// current override scope and in the scopes inside. In the global scope, it prevents the warnings about code that
  /// resolves the live implementation outside every scope, and has no effect on the scopes of tests.
  ///
  /// ```swift
  /// @MainActor @Test(
  ///   .overrideScope(.strict) {
  ///     Services.weather.override(with: FixedWeather(.rain))
  ///     calendar.allowLive()
  ///   }
  /// )
  /// func advisesAnUmbrella() {
  ///   #expect(ForecastModel().advice == "Take an umbrella")
  /// }
  /// ```
  ///
  /// An injection that the live instance reads later, through one of its `@Instance` properties, is not allowed.
  ///
  /// - Parameter includingDependencies: Whether the factory of the injection may resolve other injections live.
  public func allowLive(includingDependencies: Bool = true) {
    OverrideScope.current.allowedLive[declaration] = includingDependencies
  }
}

extension InjectionFamily {
  /// Allows the live implementation of every key in a strict scope, with its dependencies.
  ///
  /// See ``Vial/Injection/allowLive(includingDependencies:)``. To allow one key only, call `family[key].allowLive()`.
  ///
  /// - Parameter includingDependencies: Whether the factory of the family may resolve other injections live.
  public func allowLive(includingDependencies: Bool = true) {
    OverrideScope.current.allowedLive[declaration] = includingDependencies
  }
}
