public import Vial

extension Injection {
  /// Lets the injection be live in a strict scope, and with it what its factory resolves.
  ///
  /// Call it in a trait's closure or in a test, before the first use. It holds in the current override
  /// scope and in those inside it; outside every scope it does nothing.
  ///
  /// ```swift
  /// @MainActor @Test(
  ///   .overrideScope(.strict) {
  ///     weather.override(with: FixedWeather(.rain))
  ///     calendar.allowLive()
  ///   }
  /// )
  /// func advisesAnUmbrella() {
  ///   #expect(ForecastModel().advice == "Take an umbrella")
  /// }
  /// ```
  ///
  /// What the instance reads later, through a consumer of its own, is not allowed with it.
  public func allowLive() {
    allowLiveInScope()
  }
}

extension InjectionFamily {
  /// Lets every key of the family be live in a strict scope, and with it what its factory resolves.
  ///
  /// See ``Vial/Injection/allowLive()``; `family[key].allowLive()` allows one key alone.
  public func allowLive() {
    allowLiveInScope()
  }
}
