/// The facts that a file states about injections, read from its index and its text.
struct FileFacts {
  var publications: [Publication] = []

  /// The steps of each body, in the order of the source.
  var steps: [Body: [Step]] = [:]

  /// The injections that a variable without a publication can hold.
  var aliases: [SymbolID: Set<SymbolID>] = [:]

  /// The flows that are created in computed properties.
  var computedFlows: [SymbolID] = []

  /// The type with the attribute `@main`.
  var mainType: SymbolID?

  init() {}

  /// Reads a file of a program, whose source is a text.
  init(_ file: Int, in program: Program, _ vocabulary: Vocabulary, text: some Sequence<UInt8>) {
    var annotator = Annotator(file, in: program, vocabulary, SourceText(text, file: file))
    annotator.annotate()
    self = annotator.facts
  }
}
