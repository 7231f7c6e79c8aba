/// The original of an override, which is built only if the override resolves it.
///
/// The closure of an override receives the original and may resolve it:
///
/// ```swift
/// Services.weather.override(with: { original in CachingWeather(original.resolve()) })
/// Services.weather.override(with: { _ in FixedWeather(.sunny) })  // builds no original
/// ```
///
/// A closure that uses its parameter as the value receives the value instead, see
/// ``Injection/override(with:strategy:fileID:line:column:)``. An original is isolated to the main actor and cannot be
/// copied, so it can be used only while the closure runs.
@MainActor public struct Original<Value>: ~Copyable {
  let record: InjectionRecord
  let scope: OverrideScope
  let decorator: Provider

  /// Returns the instance of the next provider below the override, from the cache of that provider.
  ///
  /// The next provider is an older override, an override of the family, the provided implementation, or the published
  /// registration. So a singleton original is the same singleton as without the override, and each call for an on-demand
  /// original builds an instance. The original is resolved in the scope in which the overridden injection is resolved.
  ///
  /// - Returns: The instance.
  public borrowing func resolve() -> Value {
    scope.runIfNeeded { cast(record.resolve(in: scope, below: decorator), to: Box<Value>.self).value }
  }
}
