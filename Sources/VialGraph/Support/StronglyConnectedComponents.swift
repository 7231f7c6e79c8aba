/// The groups of nodes of a graph that can be reached from each other, found with the algorithm of Tarjan.
struct StronglyConnectedComponents {
  /// The number of the component of each node, which is higher than the numbers of the components that the node leads to.
  private(set) var numbers: [Int?]

  /// The nodes that each node leads to.
  private let next: [[Int]]

  /// The order in which the nodes were visited.
  private var visits: [Int?]
  private var countOfVisits = 0
  private var countOfComponents = 0

  /// The visited nodes without a component.
  private var open: [Int] = []

  init(_ next: [[Int]]) {
    self.next = next
    numbers = Array(repeating: nil, count: next.count)
    visits = numbers
    for node in next.indices where visits[node] == nil { _ = visit(node) }
  }

  /// Visits a node, and returns the earliest visit of an open node that the node leads to.
  private mutating func visit(_ node: Int) -> Int {
    let visit = countOfVisits
    visits[node] = visit
    countOfVisits += 1
    open.append(node)
    var earliest = visit
    for other in next[node] {
      if let visit = visits[other] {
        if numbers[other] == nil { earliest = min(earliest, visit) }
      } else {
        earliest = min(earliest, self.visit(other))
      }
    }
    if earliest == visit, let start = open.lastIndex(of: node) {
      for member in open[start...] { numbers[member] = countOfComponents }
      open.removeSubrange(start...)
      countOfComponents += 1
    }
    return earliest
  }
}
