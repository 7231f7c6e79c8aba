/// What an override replaces, built only if the override resolves it.
///
/// The closure of an override receives it, and may use it or not:
///
/// ```swift
/// Services.weather.override(with: { original in CachingWeather(original.resolve()) })
/// Services.weather.override(with: { _ in FixedWeather(.sunny) })  // builds no original
/// ```
///
/// A closure that uses its parameter as the value itself receives the value instead, see
/// ``Injection/override(with:strategy:fileID:line:column:)``. Isolated to the main
/// actor. The handle cannot be copied or kept: it is of use while the decorator runs.
@MainActor public struct Original<Value>: ~Copyable {
  let asked: Resolve
  let layer: Layer

  /// What the layer below the override provides, from that layer's own cache.
  ///
  /// Below is the next older override, or the published recipe. A singleton below is *the* singleton. Each
  /// call asks anew: two calls give two instances of what is made on demand.
  /// If the override has been rolled back while its closure runs, the nearest layer below that is
  /// still in force provides. It is resolved in the override's own scope, also inside a `run` of another
  /// one. It costs and builds what a resolve costs and builds.
  public borrowing func resolve() -> Value {
    let below = Resolve(root: asked.root, scope: asked.scope, decorator: layer)
    return below.scope.runHere { below.instance().value(as: Value.self) }
  }
}
