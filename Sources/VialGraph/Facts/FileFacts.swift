/// The facts that a file states about injections, read from its index and its text.
struct FileFacts {
  var publications: [Publication] = []
  var replacements: [Replacement] = []

  /// The steps of each body, in the order of the source.
  var steps: [Body: [Step]] = [:]

  /// The injections that a variable without a publication can hold.
  var aliases: [SymbolID: Set<SymbolID>] = [:]

  /// The flows that are created in computed properties.
  var computedFlows: [SymbolID] = []

  /// The type with the attribute `@main`.
  var mainType: SymbolID?

  /// Reads a file of a program, whose source is a text.
  init(_ file: Int, in program: Program, _ vocabulary: Vocabulary, text: some Sequence<UInt8>) {
    var annotator = Annotator(file, in: program, vocabulary, SourceText(text, file: file))
    annotator.annotate()
    self = annotator.facts
  }

  init() {}
}

/// The parts of a file that are bodies, such as the factories of publications.
///
/// They are ranges of tokens, which nest.
struct Parts {
  private var ranges: [Range<Int>]

  /// The positions of the ranges that contain the ranges.
  private var parents: [Int?] = []

  init(_ ranges: [Range<Int>]) {
    self.ranges = ranges.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    var open: [Int] = []
    for (index, range) in self.ranges.enumerated() {
      while let last = open.last, self.ranges[last].upperBound <= range.lowerBound { open.removeLast() }
      parents.append(open.last)
      open.append(index)
    }
  }

  /// The innermost part around a token.
  func innermost(around token: Int) -> Range<Int>? {
    let next = partitionPoint(of: ranges.count) { ranges[$0].lowerBound > token }
    var index: Int? = next == 0 ? nil : next - 1
    while let part = index, !ranges[part].contains(token) { index = parents[part] }
    return index.map { ranges[$0] }
  }
}
