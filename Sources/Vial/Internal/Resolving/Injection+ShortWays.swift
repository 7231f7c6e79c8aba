extension Injection {
  /// What is provided in a scope, the short way where nothing has to be noted or reported.
  @inlinable func value(in scope: OverrideScope, for consumer: AnyConsumer?) -> Value {
    if scope.isOutside, root.isPlain, !Injections.isObserved { return outside(for: consumer) }
    return provided(in: scope, for: consumer)
  }

  /// What is provided where the code runs.
  @inlinable @inline(never) func ambient() -> Value { value(in: .ambient, for: nil) }

  /// What is published, outside every scope.
  ///
  /// What keeps nothing needs no box: with one, “resolve an on-demand instance” is above its bound. A case that is
  /// not named here goes the way of all others.
  @inlinable @inline(never) func outside(for consumer: AnyConsumer?) -> Value {
    if root.keepsNothing, case .build(let build)? = published {
      Running.begin(root, of: root, for: root, in: .outside)
      let value = build()
      Running.end()
      extendLifetime(root)
      return value
    }
    switch root.content {
    case .kept(let box): return cast(box, to: Box<Value>.self).value
    case .sharedObject(let reference):
      if let value = cast(reference, to: WeakObject<Value>.self).load() { return value }
    default: break
    }
    return provided(in: .outside, for: consumer)
  }

  /// How what was published makes an instance.
  ///
  /// On its own: a variable for the factory would hold it until the instance is built, a tenth of “resolve an on-demand
  /// instance”.
  @inlinable @inline(__always) var published: Factory<Value>.Kind? {
    guard let factory = root.recipe.factory else { return nil }
    return cast(factory, to: Factory<Value>.self).kind
  }

  /// What is provided, the way of all cases.
  @inlinable @inline(never)
  func provided(in scope: OverrideScope, for consumer: AnyConsumer?) -> Value {
    let instance = root.instance(in: scope, for: consumer)
    if let box = instance.toHold { consumer?.hold(box) }
    return instance.value(as: Value.self)
  }
}
