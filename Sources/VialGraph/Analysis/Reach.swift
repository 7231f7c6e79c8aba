/// The code and the injections that some bodies can reach.
struct Reach {
  /// What is followed, and what is taken for granted.
  struct Rules {
    /// The members of the types that are built.
    enum Members {
      /// Only members that code outside the program calls, such as the `body` of a view.
      case calledFromOutside

      /// All members, because somebody will call them later.
      case all
    }

    var members = Members.all

    /// Whether the factories of the injections that are reached are followed, too.
    var followsInjections = false

    /// The types whose methods a dynamic call can reach, or `nil` for all types.
    var builtTypes: Set<SymbolID>?
  }

  /// A use of an injection.
  struct Edge {
    var certainty: Certainty
    let use: Step.Use
    let body: Body

    /// The property that consumes the injection.
    var consumer: SymbolID?
  }

  /// The most certain use of each injection, and the most certain use whose instance is kept.
  var edges: [NodeID: Edge] = [:]
  var keptEdges: [NodeID: Edge] = [:]

  /// All bodies that use each injection.
  var uses: [NodeID: [Body: Certainty]] = [:]

  /// The injections that are passed on, so that other code can do anything with them.
  var passed: Set<NodeID> = []

  /// The injections about which each body asks: `isProvided`, `current`, and others.
  var inspected: [Body: Set<NodeID>] = [:]
  var bodies: [Body: Certainty] = [:]

  /// The body from which each body is reached.
  var callers: [Body: Body] = [:]

  /// The types of which the code builds instances.
  var types: [SymbolID: Certainty] = [:]
}
