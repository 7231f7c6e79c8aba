// Permissions of tests. They are in this module because a module of shared fakes, which previews import, cannot import
// `VialTesting`. They have no effect outside of tests.

extension Injection {
  /// Allows a test to use the live implementation of this injection.
  ///
  /// Call this method in the closure of a trait, in `setUp()` or in a test, before the first use. The permission applies in
  /// the current override scope and in the scopes inside. Injections that the factory of this injection resolves are still
  /// checked, because the live implementation may need a live service that the test must not reach.
  ///
  /// ```swift
  /// @MainActor @Test(
  ///   .overrideScope {
  ///     Services.weather.override(with: FixedWeather(.rain))
  ///     calendar.allowLive()
  ///   }
  /// )
  /// func advisesAnUmbrella() {
  ///   #expect(ForecastModel().advice == "Take an umbrella")
  /// }
  /// ```
  ///
  /// In the global scope, a permission of a test applies to this test while it is outside every scope, and to work of no test. A
  /// permission of code that belongs to no test, such as `class func setUp()`, applies to all tests. Injections that the module of
  /// the test publishes need no permission.
  ///
  /// An injection that the live instance reads later, through one of its `@Instance` properties, is not allowed.
  ///
  /// - Parameter includingDependencies: Whether the factory of the injection may resolve other injections live.
  public func allowLive(includingDependencies: Bool = false) {
    // The handle retains the key of a family, which the family would otherwise forget and create again.
    allow(declaration, keeping: declaration.family == nil ? declaration : self, includingDependencies)
  }
}

extension InjectionFamily {
  /// Allows a test to use the live implementation of every key.
  ///
  /// See ``Injection/allowLive(includingDependencies:)``. To allow one key only, call `family[key].allowLive()`.
  ///
  /// - Parameter includingDependencies: Whether the factory of the family may resolve other injections live.
  public func allowLive(includingDependencies: Bool = false) {
    allow(declaration, keeping: declaration, includingDependencies)
  }
}

/// Allows a test to use the live implementations of several injections.
///
/// ```swift
/// @Suite(.overrideScope { allowLive(calendar, Services.forecast) })
/// @MainActor struct ForecastTests {}
/// ```
///
/// See ``Injection/allowLive(includingDependencies:)``.
///
/// - Parameters:
///   - injections: The injections.
///   - includingDependencies: Whether the factories of the injections may resolve other injections live.
@MainActor public func allowLive<each Value>(
  _ injections: repeat Injection<each Value>,
  includingDependencies: Bool = false
) {
  for injection in repeat each injections { injection.allowLive(includingDependencies: includingDependencies) }
}

@MainActor private func allow(_ declaration: InjectionDeclaration, keeping owner: Any, _ includesDependencies: Bool) {
  TestHooks.onPermission?(declaration, owner, includesDependencies)
}
