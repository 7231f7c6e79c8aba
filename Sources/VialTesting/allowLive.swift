public import Vial

extension Injection {
  /// Allows live instances of the injection in a strict scope, and of what its factory resolves.
  ///
  /// Call it in a trait's closure or in a test, before the first use. It holds in the current override
  /// scope and in the scopes inside it. Outside every scope it does nothing.
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
  /// It does not allow what the instance reads later, through a consumer of its own.
  public func allowLive() {
    allowLiveInScope()
  }
}

extension InjectionFamily {
  /// Allows live instances of every key in a strict scope, and of what the factory resolves.
  ///
  /// See ``Vial/Injection/allowLive()``; `family[key].allowLive()` allows one key alone.
  public func allowLive() {
    allowLiveInScope()
  }
}
