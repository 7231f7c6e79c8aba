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
}
