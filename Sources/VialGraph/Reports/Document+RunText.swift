import Foundation

extension Document {
  /// Lists about the run: slow builds, repeated builds, injections without a build, and injections with many dependents.
  func text(of run: Run) -> String {
    let links = Links(self)
    let names = Dictionary(nodes.map { ($0.id, $0.name) }) { first, _ in first }
    let built = run.usages.filter { $0.builds > 0 }
    let again = built.filter { $0.builds > 1 }.sorted { ($1.builds, $0.id) < ($0.builds, $1.id) }
    let ids = Set(built.map(\.id))
    let injections = nodes.indices.filter { nodes[$0].isInjection }
    let never = injections.filter { !ids.contains(nodes[$0].id) }.map { "  \(nodes[$0].name)  \(nodes[$0].at)" }
    let dependents = injections.map { (name: nodes[$0].name, count: links.dependents(of: $0).count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }.prefix(5).filter { $0.count > 0 }
    let title =
      "\(built.count) of \(injections.count) injections were built, in \(built.reduce(0) { $0 + $1.seconds }.milliseconds())"
    let table = built.map { usage -> String in
      let by = usage.requester.flatMap { names[$0] }.map { "  for \($0)" } ?? ""
      let times = "\(usage.seconds.milliseconds(width: 9))  \(usage.secondsWithNeeds.milliseconds(width: 9)) with needs"
      return "  \(times)  built \(usage.builds)×  reused \(usage.reuses)×  \(names[usage.id] ?? usage.id)\(by)"
    }
    let sections = [
      ("\(title), slowest first", table),
      ("Built again and again", again.map { "  \($0.builds)×  \(names[$0.id] ?? $0.id)" }),
      ("Never built", never),
      ("Longest chain of needs", ["  " + links.longestChain.map { nodes[$0].name }.joined(separator: " → ")]),
      ("Most breaks without", dependents.map { "  \($0.count)  \($0.name)" }),
      ("Several injections in one line, not shown", run.ambiguous.map { "  \($0)" }),
      ("In the profile, but not in the graph", run.unmatched.map { "  \($0)" }),
    ]
    return sections.filter { !$0.1.isEmpty }.map { ([$0.0] + $0.1).joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

extension Document.Run {
  /// Words about an injection, such as `built 2×, reused 3×, 0.400 ms`.
  func summary(of id: Document.ID) -> String {
    guard let usage = usages.first(where: { $0.id == id && $0.builds > 0 }) else { return "never built" }
    return "built \(usage.builds)×, reused \(usage.reuses)×, \(usage.seconds.milliseconds())"
  }
}

extension Double {
  fileprivate func milliseconds(width: Int = 0) -> String { String(format: "%\(width).3f ms", self * 1000) }
}

extension Document.Links {
  /// The longest chain of injections, each of which needs the next one, without the edges that close a cycle.
  var longestChain: [Int] {
    var chains: [Int: [Int]] = [:]
    var path: Set<Int> = []
    func chain(_ node: Int) -> [Int] {
      if let known = chains[node] { return known }
      path.insert(node)
      let next = needs[node].compactMap { positions[document.edges[$0].to] }.filter {
        document.nodes[$0].isInjection && !path.contains($0)
      }
      let longest = [node] + (next.map(chain).max { $0.count < $1.count } ?? [])
      path.remove(node)
      chains[node] = longest
      return longest
    }
    return document.nodes.indices.filter { document.nodes[$0].isInjection }.map(chain).max { $0.count < $1.count } ?? []
  }
}
