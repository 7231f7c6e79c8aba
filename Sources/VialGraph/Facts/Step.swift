/// A piece of code that runs as one.
enum Body: Hashable {
  /// A function, an accessor or an initial value.
  case declaration(SymbolID)

  /// The factory of a publication, or a replacement: a part of a file that begins at a token.
  case part(file: Int, token: Int)

  /// The attributes of a type, such as the traits of a test suite.
  case attributes(of: SymbolID)

  /// The top-level code of an executable.
  case topLevel(module: String)
}

/// How certain it is that code runs when the code that contains it runs, from certain to late.
enum Certainty: Int, CaseIterable, Comparable {
  /// It runs.
  case eager

  /// It runs in a branch or in a context, or if an injection is passed on, or the tool cannot read the code around it.
  case conditional

  /// It is one of several implementations.
  case possible

  /// It runs in a closure that is called later.
  case deferred

  /// It runs at the first read of a consumer, or in a method that is called later.
  case lazy

  static func < (lhs: Certainty, rhs: Certainty) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The use of an injection by the code that names it.
enum Use: Hashable {
  case resolve

  /// Resolves the injection for the members of the instance only, so that the instance is not kept.
  case resolveMember

  /// Creates a consumer of the type.
  case consume(String)
  case pass, override, provide, allowLive, inspect

  var needsInstance: Bool { ![.override, .provide, .allowLive, .inspect].contains(self) }
  var replaces: Bool { [.override, .provide, .allowLive].contains(self) }
}

/// One step of a body.
struct Step {
  enum Action {
    /// The use of the injections that a variable holds.
    case use(Use)

    /// A reference to other code.
    case reference

    /// A publication that belongs to no variable, so only the code of the body can use it.
    case publication(Body)
  }

  let action: Action
  let symbol: SymbolID
  let roles: Reference.Roles
  let location: Location
  let certainty: Certainty

  var use: Use? { if case .use(let use) = action { use } else { nil } }
}

/// The creation of an injection, a family or a required injection.
struct Publication {
  /// The declaration that a publication belongs to.
  enum Holder: Equatable {
    case variable(SymbolID)

    /// A computed property, which publishes again at each use.
    case computed(SymbolID)

    /// A function, a getter or a stored closure, which publishes again at each call.
    case helper(SymbolID)

    /// An initializer or a variable of another type.
    case declaration(SymbolID)
    case topLevel

    /// The variable that other code names to use the injection.
    var variable: SymbolID? {
      switch self {
      case .variable(let variable), .computed(let variable): variable
      case .helper, .declaration, .topLevel: nil
      }
    }

    var symbol: SymbolID? {
      switch self {
      case .variable(let symbol), .computed(let symbol), .helper(let symbol), .declaration(let symbol): symbol
      case .topLevel: nil
      }
    }
  }

  let location: Location
  let holder: Holder

  /// The code that builds an instance.
  let code: Body?
  var strategy: String?
  var flows: Set<SymbolID> = []
  var contexts: Set<String> = []
}

/// An override, a provided implementation, or a permission to use a live implementation.
struct Replacement {
  let variable: SymbolID
  let use: Use

  /// The body that contains the call.
  let container: Body

  /// The code of the replacement, if there is any.
  let code: Body?
  let location: Location
  let certainty: Certainty

  /// Whether the replacement is in the body itself, and not in a closure in it, where another scope can be open.
  let isDirect: Bool

  /// The innermost brace around the replacement, by its token.
  let block: Int?

  /// Whether the replacement is for one element of a family or a collection.
  let isKeyed: Bool

  /// Whether the replacement is a permission for dependencies, too.
  let includesDependencies: Bool
}
