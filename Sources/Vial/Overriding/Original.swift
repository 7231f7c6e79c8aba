/// What an override replaces, built only if the override asks for it.
///
/// A decorating override receives it and decides:
///
/// ```swift
/// weather.override(with: { original in CachingWeather(original.resolve()) })
/// weather.override(with: { _ in FixedWeather(.sunny) })  // builds no original
/// ```
///
/// A closure that uses its parameter as the value itself receives the value instead, see
/// ``Injection/override(with:strategy:fileID:line:_:)-(_,_,_,_,Void)``. Isolated to the main
/// actor. The handle cannot be copied or kept: it is of use while the decorator runs.
@MainActor
public struct Original<Value>: ~Copyable {
  let root: Root<Value>
  let layer: Layer<Value>
  let scope: OverrideScope?

  /// What the layer below the override provides, from that layer's own cache.
  ///
  /// A singleton below is *the* singleton; an override below is that override's instance. To a
  /// decorator that has been rolled back meanwhile, below is what is still in force there. Costs
  /// what a resolve costs, and builds what a resolve would build.
  public borrowing func resolve() -> Value {
    var holder = Holder.none
    let lower = unsafe unsafeDowncast(layer.lower(in: scope), to: Layer<Value>.self)
    return root.provideObserved(lower, in: scope, &holder)
  }
}
