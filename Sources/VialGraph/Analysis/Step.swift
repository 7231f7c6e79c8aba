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

  /// It runs in a branch or in a context, or if an injection is passed on.
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
}

/// One step of a body: the use of an injection, or a reference to other code.
struct Step {
  let reference: Reference

  /// The use of the injection, or `nil` for a reference to other code.
  let use: Use?
  let certainty: Certainty
  var symbol: SymbolID { reference.symbol }
  var location: Location { reference.location }
}

/// A variable that publishes an injection, a family or a requirement.
struct Publication {
  let location: Location

  /// The code that builds an instance, of which there are several where a branch selects the publication.
  var bodies: Set<Body>
  var strategy: String?
  var flows: Set<SymbolID> = []
  var contexts: Set<String> = []
  var isComputed = false
}

/// An override, a provided implementation, or a permission to use a live implementation.
struct Replacement {
  let variable: SymbolID
  let use: Use

  /// The body that contains the call.
  let container: Body

  /// The code of the replacement, if there is any.
  let body: Body?
  let location: Location
}
