import VialGraphProgram

/// A piece of code that runs as one.
enum Body: Hashable {
  /// A function, an accessor or an initial value.
  case declaration(SymbolID)

  /// The default arguments of a parameter of a function.
  case defaultArgument(of: SymbolID, label: String)

  /// The factory of a publication, or a replacement: a part of a declaration or of top-level code.
  case part(of: SymbolID?, at: Location)

  /// The attributes of a type, such as the traits of a test suite, and the code that runs when an instance is built.
  case type(SymbolID)

  /// The top-level code of an executable.
  case topLevel(file: Int)

  var declaration: SymbolID? {
    switch self {
    case .declaration(let symbol), .defaultArgument(let symbol, _): symbol
    case .part, .type, .topLevel: nil
    }
  }
  var type: SymbolID? { if case .type(let type) = self { type } else { nil } }
}

/// The use of an injection by the code that names it.
enum Use: Hashable {
  case resolve

  /// Resolves the injection for the members of the instance only, so that the instance is not kept.
  case resolveMember

  /// Creates a consumer of the type.
  case consume(String)
  case pass, override, provide, allowLive, inspect

  /// Reads `isProvided`, so the code handles a missing implementation.
  case guarding

  var needsInstance: Bool { !replaces && ![.inspect, .guarding].contains(self) }
  var replaces: Bool { [.override, .provide, .allowLive].contains(self) }
}

/// An argument of a call, by its label, or `_1`, `_2` and so on without a label.
struct Argument: Hashable {
  let function: SymbolID
  let label: String
}

/// One step of a body: the use of an injection, or a reference to other code.
struct Step {
  let reference: Reference

  /// The body that contains the step.
  let body: Body

  /// The use of the injections that the symbol holds, or `nil` for other code.
  var use: Use?
  var moment: Moment

  /// The code of an override or of a provided implementation, or of a publication that belongs to no variable.
  var code: Body?

  /// The strategy of a provided implementation that the injection itself keeps, and its flows.
  var strategy: Strategy?
  var flows: Set<SymbolID> = []

  /// The labels of the arguments of a call, with `_1`, `_2` and so on for arguments without labels.
  var labels: Set<String> = []

  /// The property to which an initializer assigns a consumer, as in `_weather = Instance(weather)`, or a `lazy` property that
  /// keeps the instance.
  var consumer: SymbolID?

  /// The injection whose instance is the implementation, as in `provide(with: other.resolve())`, or the constant of top-level
  /// code that has the instance.
  var copied: SymbolID?

  /// The arguments of functions that are all that gets the instance that is resolved, or an empty list.
  var arguments: [Argument] = []

  /// Whether the instance that is resolved is the whole value of a constant.
  var isWhole = false

  /// Whether the factory of a family resolves a family with the key that it gets, as in `{ key in folders.resolve(key) }`.
  var keepsKey = false

  /// Whether code can write a property through a key path, or through a binding such as `$model.text`.
  var canWrite = false

  /// Whether a member is named without a base, or with the base `self`.
  var isOfSelf = false

  /// When the step uses one of the injections that its symbol holds, seen from the code at the step.
  func ownMoment(isAmbiguous: Bool) -> Moment {
    if isAmbiguous { return .perhaps(.implementation, at: location) }
    // The code that gets the injection perhaps resolves it.
    return use == .pass ? .perhaps(at: location) : .now
  }

  var symbol: SymbolID { reference.symbol }
  var location: Location { reference.location }
}

/// The creation of an injection, a family or a required injection.
struct Publication {
  let location: Location

  /// The variable that other code names, otherwise the declaration whose code publishes, or `nil` for top-level code.
  var declaration: SymbolID?

  /// The code that builds an instance.
  var code: Body?

  /// Whether each call of a function, a getter or a stored closure publishes again.
  var isRepeated = false
  var strategy: Strategy?
  var flows: Set<SymbolID> = []
  var contexts: Set<String> = []

  /// The structure or the enumeration whose initializer is all that the factory calls.
  var builtValue: SymbolID?
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
