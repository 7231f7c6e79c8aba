/// What the program was called with.
struct Options {
  static let usage = """
    usage: VialBenchmarks [--filter TEXT]... [--list] [--json] [--check] [--short] [--time]

      --filter TEXT  measure the rows alone whose name or heading has TEXT in it; may be repeated
      --list         print the rows' names and measure nothing
      --json         print JSON instead of a table
      --check        exit with 1 when a bound is missed, and say which on standard error
      --short        fewer and shorter rounds, for a machine that others use too; bounds of time
                     then allow \(Limits.slack) times as much, of instructions no more than ever
      --time         count no instructions

    """

  private(set) var filters: [String] = []
  private(set) var isList = false
  private(set) var isJSON = false
  private(set) var isCheck = false
  private(set) var isShort = false
  private(set) var isTimeAlone = false

  /// The rows that this program asks itself for, in a process of its own.
  private(set) var counted: [Int]?
  private(set) var timed: Int?
  private(set) var grown: [Int]?

  /// `nil` when an argument is not understood.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--filter":
        guard let filter = rest.popFirst() else { return nil }
        filters.append(filter.lowercased())
      case "--list": isList = true
      case "--json": isJSON = true
      case "--check": isCheck = true
      case "--short": isShort = true
      case "--time": isTimeAlone = true
      case "--count-rows":
        counted = rest.popFirst().map(numbers)
      case "--count-growth":
        grown = rest.popFirst().map(numbers)
      case "--time-row": timed = rest.popFirst().flatMap { Int($0) }
      default: return nil
      }
    }
  }

  private func numbers(_ list: String) -> [Int] {
    list.split(separator: ",").compactMap { Int($0) }
  }

  var effort: Timing.Effort { isShort ? .short : .full }

  /// Whether a row is asked for, by its name or the heading that it stands under.
  func wants(_ name: String, under title: String) -> Bool {
    filters.isEmpty
      || filters.contains { name.lowercased().contains($0) || title.lowercased().contains($0) }
  }
}
