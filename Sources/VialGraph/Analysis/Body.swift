/// A piece of code that runs as one.
enum Body: Hashable {
  /// A function, an accessor or an initial value.
  case declaration(SymbolID)

  /// The factory of a publication, or a replacement: a part of a file that begins at an offset.
  case part(file: Int, offset: Int)

  /// The attributes of a type, such as the traits of a test suite.
  case attributes(of: SymbolID)

  /// The top-level code of an executable.
  case topLevel(module: String)
}

/// How certain it is that code runs when the code that contains it runs, from certain to late.
enum Certainty: Int, Comparable {
  /// It runs.
  case certain

  /// It runs in a branch, in a context, or if an injection is passed on.
  case conditional

  /// It is one of several implementations of a method.
  case dispatched

  /// It runs in a closure that is called later.
  case deferred

  /// It runs at the first read of a consumer, or in a method that is called later.
  case lazy

  static func < (lhs: Certainty, rhs: Certainty) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// One step of a body: the use of an injection, or a reference to other code.
struct Step {
  /// What the code does with an injection that it names.
  enum Use: Equatable {
    case resolve

    /// Resolves the injection for a member of the instance, so that the instance is not kept: `resolve().member`.
    case resolveMember
    case consume(VialSymbol.Consumer)
    case pass
    case override
    case provide
    case allowLive
    case inspect
  }

  enum Target {
    case injection(InjectionReference, Use)
    case symbol(SymbolID, Reference.Roles)
  }

  let target: Target
  let certainty: Certainty
  let location: Location
}

/// A variable that holds an injection, or an injection in a local constant.
enum InjectionReference: Hashable {
  case variable(SymbolID)
  case node(NodeID)
}

/// The position of a node in `Analysis.nodes`.
typealias NodeID = Int
