import VialGraphProgram

/// The facts that a file, or all files together, state about injections.
struct FileFacts {
  var publications: [Publication] = []

  /// The steps of each body, in the order of the source.
  var steps: [Body: [Step]] = [:]

  /// The labels of the parameters whose default arguments can resolve injections, by their functions.
  var defaultArguments: [SymbolID: Set<String>] = [:]

  /// The initializers that code can call without arguments.
  var initializersWithoutArguments: Set<SymbolID> = []

  /// The injections whose instances constants of top-level code have.
  var instances: [SymbolID: SymbolID] = [:]

  /// The instances and the objects that code assigns to variables of the file.
  var assignments: [Assignment] = []

  /// The variables to which code assigns other values, or from which it removes elements.
  var otherwiseAssigned: Set<SymbolID> = []

  /// The consumers to which initializers assign instances before other code can read the consumers, by the initializers.
  var assignedConsumers: [SymbolID: Set<SymbolID>] = [:]

  /// The injections that a variable without a publication can hold.
  var aliases: [SymbolID: [Alias]] = [:]

  /// The code that overrides or provides an injection that it gets from other code.
  var providers: Set<Body> = []

  /// The types of the instances whose consumers code resets, by the consumers.
  ///
  /// A method with `$draft.reset()` resets the consumer of the type that declares the method. The type is `nil` for
  /// `model.$draft.reset()`, because the tool does not determine the type of `model`.
  var resetConsumers: [SymbolID: Set<SymbolID?>] = [:]

  /// The comments that ignore faults, by the lines of the faults.
  var suppressions: [Int: Suppression] = [:]

  /// The type with the attribute `@main`.
  var mainType: SymbolID?
}

/// An injection that code assigns or passes to another variable.
struct Alias {
  /// The variable that holds the injection.
  let injection: SymbolID

  /// The code that assigns or passes the injection.
  let body: Body
}

extension FileFacts {
  /// Adds the facts of another file, apart from the facts that are about the file itself.
  mutating func add(_ other: FileFacts) {
    publications += other.publications
    steps.merge(other.steps, uniquingKeysWith: +)
    defaultArguments.merge(other.defaultArguments) { $0.union($1) }
    initializersWithoutArguments.formUnion(other.initializersWithoutArguments)
    instances.merge(other.instances) { first, _ in first }
    assignments += other.assignments
    otherwiseAssigned.formUnion(other.otherwiseAssigned)
    assignedConsumers.merge(other.assignedConsumers) { $0.union($1) }
    aliases.merge(other.aliases, uniquingKeysWith: +)
    providers.formUnion(other.providers)
    resetConsumers.merge(other.resetConsumers) { $0.union($1) }
  }

  /// Adds the comments of a text that ignore faults.
  mutating func addComments(of source: SourceText) {
    for comment in source.comments {
      if let suppression = Suppression(comment.text) { suppressions[comment.line] = suppression }
    }
  }
}

/// A comment that ignores the faults of a line if it has a reason.
enum Suppression {
  case withReason, withoutReason

  /// Reads a comment such as `// vial-graph: ignore because the test needs a cycle`.
  init?(_ comment: String) {
    guard let match = comment.firstMatch(of: /\/\/ vial-graph: ignore(?!\w)(.*)/) else { return nil }
    self = match.1.allSatisfy(\.isWhitespace) ? .withoutReason : .withReason
  }
}
