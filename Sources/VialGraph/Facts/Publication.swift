import VialGraphProgram

/// The creation of an injection, a family or a required injection.
struct Publication {
  enum Owner: Equatable {
    /// A variable that other code names.
    case variable(SymbolID)

    /// Code that runs once: a declaration, or top-level code if it is `nil`.
    case code(SymbolID?)

    /// A function, a getter or a stored closure, of which each call publishes again.
    case calls(SymbolID?)
  }

  var location: Location

  /// The place in a function that publishes for a variable, which the library names while the application runs.
  var locationInFunction: Location?
  var owner: Owner

  /// The code that builds an instance.
  var code: Body?
  var lifetime = Lifetime()
  var contexts: Set<LibraryMember.Context> = []

  /// The structure or the enumeration whose initializer is all that the factory calls.
  var builtValue: SymbolID?

  /// The variable that other code names, otherwise the declaration whose code publishes, or `nil` for top-level code.
  var declaration: SymbolID? {
    switch owner {
    case .variable(let symbol): symbol
    case .code(let symbol), .calls(let symbol): symbol
    }
  }

  /// Whether each call of the owner publishes again.
  var isRepeated: Bool { if case .calls = owner { true } else { false } }
}

/// How long an injection keeps its instances.
struct Lifetime: Hashable {
  /// The strategy, or `nil` if the source does not name a known one.
  var strategy: Strategy?

  /// The flows with which the instances end, if the strategy is `.flow`, or has a flow in addition to a check.
  var flows: Set<SymbolID> = []

  /// Whether the owners of an instance determine how long it lives, as far as the strategy is known.
  var isOwned: Bool { strategy?.isOwned ?? true }
}

/// How long an injection keeps its instances, by the name of the strategy in the library.
enum Strategy: String {
  case shared, onDemand, singleton, flow, expiring, cached

  /// A required injection has the strategy of its implementation.
  case required

  /// Whether the owners of an instance determine how long it lives.
  var isOwned: Bool {
    switch self {
    case .shared, .onDemand, .required: true
    case .singleton, .flow, .expiring, .cached: false
    }
  }

  /// Whether an instance is replaced after some time, or if it is not valid any more.
  var expires: Bool {
    switch self {
    case .expiring, .cached: true
    case .shared, .onDemand, .singleton, .flow, .required: false
    }
  }

  /// The strategy as the source spells it.
  var spelling: String { self == .required ? rawValue : ".\(rawValue)" }
}
