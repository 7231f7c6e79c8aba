/// The command-line options.
struct Options {
  static let usage = """
    usage: VialBenchmarks [--filter TEXT]... [--list] [--check] [--short] [--time]

      --filter TEXT  measure only the rows whose name or heading contains TEXT; may be repeated
      --list         print the names of the rows without measuring
      --check        exit with status 1 if a row exceeds its bound of instructions (requires valgrind)
      --short        measure times in fewer and shorter rounds
      --time         measure times only, without counting instructions

    """

  private(set) var filters: [String] = []
  private(set) var isList = false
  private(set) var isCheck = false
  private(set) var isShort = false
  private(set) var isTimeOnly = false

  /// The indices of the rows to run in this process, which another process started to count or time them.
  private(set) var countedRows: [Int]?
  private(set) var countedGrowth: [Int]?
  private(set) var countedCalls: [Int]?
  private(set) var timedRow: Int?

  /// Parses the arguments, and returns `nil` if one of them is invalid.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--filter":
        guard let filter = rest.popFirst() else { return nil }
        filters.append(filter.lowercased())
      case "--list": isList = true
      case "--check": isCheck = true
      case "--short": isShort = true
      case "--time": isTimeOnly = true
      case "--count-rows": countedRows = rest.popFirst().map(numbers)
      case "--count-growth": countedGrowth = rest.popFirst().map(numbers)
      case "--count-calls": countedCalls = rest.popFirst().map(numbers)
      case "--time-row": timedRow = rest.popFirst().flatMap { Int($0) }
      default: return nil
      }
    }
    if isCheck && isTimeOnly { return nil }
  }

  private func numbers(_ list: String) -> [Int] {
    list.split(separator: ",").compactMap { Int($0) }
  }

  var effort: Timing.Effort { isShort ? .short : .full }

  /// Whether the filters select a row with the given name and heading.
  func selects(_ name: String, under title: String) -> Bool {
    filters.isEmpty
      || filters.contains { name.lowercased().contains($0) || title.lowercased().contains($0) }
  }
}
