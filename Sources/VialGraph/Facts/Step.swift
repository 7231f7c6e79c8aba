import VialGraphProgram

/// One step of a body: the name of a declaration, and the action of the code around the name.
struct Step {
  enum Action {
    /// Uses the injections that the symbol holds.
    case use(Use)

    /// Replaces the code of the injections that the symbol holds, or permits their live implementations in tests.
    case replace(Replacement)

    /// Publishes an injection that belongs to no variable, with the code that builds an instance.
    case publish(Body?)

    /// Calls a function, or names it.
    ///
    /// The arguments of a call are named by their labels, and by `_1`, `_2` and so on without labels. A member of `self` is named
    /// without a base, or with the base `self`.
    case call(labels: Set<String>, isOfSelf: Bool, ErrorHandling)

    /// Reads or writes a variable, perhaps through a key path or a binding such as `$model.text`, which can write it later.
    case access(canWrite: Bool)

    /// Names a type or a case of an enumeration.
    case name

    /// Whether the step names other code instead of an injection.
    var isReference: Bool {
      switch self {
      case .call, .access, .name: true
      case .use, .replace, .publish: false
      }
    }

    /// Whether the function that the step names runs, unless the code only passes it on.
    var runsFunction: Bool {
      switch self {
      case .call, .publish: true
      case .use, .replace, .access, .name: false
      }
    }
  }

  let reference: Reference

  /// The body that contains the step.
  let body: Body
  var moment: Moment
  var action: Action

  /// When the code makes the closure that contains a replacement, if the closure is called later and the time is known.
  var momentOfClosure: Moment?

  /// Whether the step is a replacement in a loop.
  var isRepeated = false

  /// The errors before the step that leave the body.
  var errors: [Doubt] = []

  var symbol: SymbolID { reference.symbol }
  var location: Location { reference.location }

  /// The use of the injections that the symbol holds.
  var use: Use? { if case .use(let use) = action { use } else { nil } }
  /// The replacement of the injections that the symbol holds.
  var replacement: Replacement? { if case .replace(let replacement) = action { replacement } else { nil } }

  /// The code of a replacement.
  var code: Body? { replacement?.code }

  /// Whether the step names other code instead of an injection.
  var isReference: Bool { action.isReference }

  /// The handling of the errors of the function that the step calls.
  var errorHandling: ErrorHandling { if case .call(_, _, let handling) = action { handling } else { .propagates } }

  /// The labels of the arguments of a call.
  var labels: Set<String> { if case .call(let labels, _, _) = action { labels } else { [] } }
}

/// The use of an injection by the code that names it.
enum Use: Hashable {
  case resolve(Resolution)

  /// Creates a consumer of a type.
  ///
  /// An initializer can assign the consumer to a property, as in `_weather = Instance(weather)`.
  case consume(LibraryMember.Wrapper, assignedTo: SymbolID?)

  /// Passes the injection to a function, or to other code if it is `nil`, which perhaps resolves it.
  case pass(to: SymbolID?)
  case inspect

  /// Stops the program if the injection has no implementation.
  case require

  /// Reads `isProvided`, so the code handles a missing implementation.
  case guarding

  var needsInstance: Bool {
    switch self {
    case .resolve, .consume, .pass: true
    case .inspect, .require, .guarding: false
    }
  }

  var isPass: Bool { if case .pass = self { true } else { false } }
  var resolution: Resolution? { if case .resolve(let resolution) = self { resolution } else { nil } }

  /// Whether the code that resolves the injection, or the consumer that it creates, retains the instance.
  var retainsInstance: Bool {
    switch self {
    case .resolve(let resolution): resolution.retainsInstance
    case .consume(let wrapper, _): wrapper.retainsInstance
    case .pass, .inspect, .require, .guarding: false
    }
  }
}

/// The resolve of an injection.
struct Resolution: Hashable {
  /// Whether the code keeps or returns the instance, in contrast to using its members only.
  var retainsInstance: Bool

  /// The `lazy` property whose first read resolves the instance.
  var lazyProperty: SymbolID?

  /// Whether the factory of a family resolves a family with the key that it gets, as in `{ key in folders.resolve(key) }`.
  var keepsKey = false
}

/// A change of the code that builds the instances of an injection.
enum Replacement {
  case override(Implementation)
  case provide(Implementation)

  /// Permits the live implementation in tests.
  case allowLive

  /// The code that builds the instances.
  var code: Body? { implementation?.code }

  var isOverride: Bool { if case .override = self { true } else { false } }
  var isProvision: Bool { if case .provide = self { true } else { false } }
  var isPermission: Bool { if case .allowLive = self { true } else { false } }

  var implementation: Implementation? {
    switch self {
    case .override(let implementation), .provide(let implementation): implementation
    case .allowLive: nil
    }
  }
}

/// An implementation that the program provides for an injection, or with which it overrides the injection.
struct Implementation {
  var code: Body?

  /// How long the injection keeps the instances, or `nil` if the call has no strategy and none is the default.
  var lifetime: Lifetime?

  /// The injection whose instance is the implementation, as in `provide(with: other.resolve())`, or the constant of top-level
  /// code that has the instance.
  var copied: SymbolID?
}
