public import Vial

extension Injection {
  /// Allows the live implementation of this injection, and everything that its factory resolves, in a strict scope.
  ///
  /// Call this method in the closure of a trait or in a test, before the first use. The permission applies in the
  /// current override scope and in the scopes inside. In the global scope, this method has no effect on the scopes of
  /// tests.
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
  public func allowLive() {
    OverrideScope.current.allowedLive[declaration] = true
  }
}

extension InjectionFamily {
  /// Allows the live implementation of every key, and everything that the factory resolves, in a strict scope.
  ///
  /// See ``Vial/Injection/allowLive()``. To allow one key only, call `family[key].allowLive()`.
  public func allowLive() {
    OverrideScope.current.allowedLive[declaration] = true
  }
}
