/// The facts that a file states about injections, read from its index and its text.
struct FileFacts {
  var publications: [Publication] = []

  /// The steps of each body, in the order of the source.
  var steps: [Body: [Step]] = [:]

  /// The labels of the parameters whose default arguments can resolve injections, by their functions.
  var defaultArguments: [SymbolID: Set<String>] = [:]

  /// The injections that a variable without a publication can hold.
  var aliases: [SymbolID: [SymbolID]] = [:]

  /// The consumers that code resets, as in `$draft.reset()`.
  var resetConsumers: Set<SymbolID> = []

  /// The texts of the comments that ignore faults, by the lines of the faults.
  var comments: [Int: String] = [:]

  /// The type with the attribute `@main`.
  var mainType: SymbolID?
}
