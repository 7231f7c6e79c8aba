/// An injection's layers in one scope, whatever it provides.
@MainActor
class AnyStack {
  /// Whether nothing is lost when the stack is dropped and made anew.
  var isIdle: Bool { false }

  func retire() {}
}

/// An injection's layers in one scope.
@MainActor
final class ScopeStack<Value>: AnyStack {
  /// Keeps the injection alive, because the scope finds the stack by its identity.
  private let injection: Injection<Value>

  /// The scope's newest override.
  var top: OverrideLayer<Value>?

  /// The mirrors of layers outside; more than one while the outside is overridden.
  private var mirrors: [ScopeLayer<Value>] = []

  init(_ injection: Injection<Value>) {
    self.injection = injection
  }

  /// The mirror of a recipe.
  ///
  /// It outlasts what stands around the recipe outside, so that after a rollback out there the same
  /// instances are back in here (rule 15).
  func mirror(
    of origin: Layer<Value>,
    make: () -> ScopeLayer<Value>
  ) -> ScopeLayer<Value> {
    if let mirror = mirrors.first(where: { $0.origin === origin }) { return mirror }
    let gone = mirrors.filter(\.origin.isRetired)
    mirrors.removeAll(where: \.origin.isRetired)
    let mirror = make()
    mirrors.append(mirror)
    for mirror in gone { mirror.retire() }
    return mirror
  }

  override var isIdle: Bool {
    guard top == nil else { return false }
    // A mirror that a scope inside stands on, or that is about to provide, has another reference.
    return mirrors.indices.allSatisfy {
      mirrors[$0].isIdle && isKnownUniquelyReferenced(&mirrors[$0])
    }
  }

  override func retire() {
    var next = top
    while let layer = next {
      layer.isRetired = true
      layer.forget()
      next = layer.below
    }
    for mirror in mirrors { mirror.retire() }
  }
}
