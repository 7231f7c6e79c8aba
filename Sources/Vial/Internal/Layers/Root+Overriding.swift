// Putting overrides on an injection, and providing what it requires.

extension Root {
  /// Puts an override on top, in the place where the code runs.
  @usableFromInline func push(_ recipe: consuming Recipe) -> Override {
    let scope = OverrideScope.ambient
    if scope.isOutside, let seal = Overrides.sealedAt {
      Fault.sealed(self, at: seal, overriddenAt: recipe.callSite)
    }
    let stack = stack(of: self, for: recipe, "overridden", in: scope)
    let layer = Layer(.override, recipe, of: self, in: scope.serial)
    guard let stack else { return layer.token(in: scope) }
    stack.push(layer)
    stack.root = self
    scope.overridden.append(OverrideScope.Overridden(moment: layer.moment, stack: stack))
    let token = layer.token(in: scope)
    Injections.emit(.overridden(token))
    if scope.isOutside { Overrides.watcher?(token) }
    return token
  }

  /// Puts what is provided below every override, in the place where the code runs.
  func provide(_ recipe: Recipe) -> Provision {
    guard isRequired else { Fault.notRequired(self, at: recipe.callSite) }
    let scope = OverrideScope.ambient
    guard let stack = stack(of: self, for: recipe, "provided", in: scope) else {
      return Provision(moment: 0, place: WeakPlace(scope), stack: nil)
    }
    if let first = stack.provision {
      Fault.providedTwice(self, first: first.callSite, second: recipe.callSite)
    }
    let layer = Layer(.provision(Journal()), recipe, of: self, in: scope.serial)
    stack.provision = layer
    return Provision(moment: layer.moment, place: WeakPlace(scope), stack: stack)
  }

  /// Takes back what the place where the code runs provides.
  func withdraw(at callSite: CallSite) -> Bool {
    let scope = OverrideScope.ambient
    guard let stack = stack(in: scope) else { return false }
    return scope.withdraw(from: stack, at: callSite)
  }

  /// Where an override or a provision is put; nowhere in a scope that has ended, because nobody could see
  /// it or take it back (rule 28).
  ///
  /// All that may run the application's code is done here: a key is described, contexts and checks are
  /// asked. It may override, or end the scope, before the moment of the new layer.
  private func stack(
    of owner: Root,
    for recipe: Recipe,
    _ verb: String,
    in scope: OverrideScope
  ) -> Stack? {
    _ = declaration
    if !scope.hasEnded {
      let stack = scope.stack(for: owner)
      // What was released to make room may have ended it.
      if !scope.hasEnded { return stack }
    }
    Fault.ended(declaration, verb, at: recipe.callSite)
    return nil
  }
}
