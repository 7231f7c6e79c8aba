import Foundation

extension Document {
  /// Lists about the run: slow builds, repeated builds, injections without a build, and injections with many dependents.
  func summary(of run: Run) -> String {
    let links = Links(self)
    let names = Dictionary(nodes.map { ($0.id, $0.name) }) { first, _ in first }
    let built = run.usages.filter { $0.builds > 0 && names[$0.id] != nil }
    let again = built.filter { $0.builds > $0.keys }.sorted { ($1.builds, $0.id) < ($0.builds, $1.id) }
    let ids = Set(built.map(\.id))
    let injections = nodes.indices.filter { nodes[$0].isInjection }
    let never = injections.map { nodes[$0] }.filter { !ids.contains($0.id) }.map { "  \($0.name)  \($0.at)" }
    let dependents = injections.map { (name: nodes[$0].name, count: links.countOfDependents(of: $0)) }
      .sorted { ($1.count.certain, $1.count.all, $0.name) < ($0.count.certain, $0.count.all, $1.name) }
      .prefix(5).filter { $0.count.all > 0 }
    let time = milliseconds(built.reduce(0) { $0 + $1.seconds })
    let table = built.map { usage -> String in
      let times = [usage.seconds, usage.secondsWithNeeds].map { milliseconds($0, width: 9) }
      let requester = usage.requester.flatMap { names[$0] }.map { "  for \($0)" } ?? ""
      let counts = "built \(usage.builds)×  reused \(usage.reuses)×\(usage.words(separator: "  "))"
      return "  \(times[0])  \(times[1]) with needs  \(counts)  \(names[usage.id] ?? usage.id)\(requester)"
    }
    let title = "\(built.count) of \(injections.count) injections were built, in \(time), slowest first"
    let lists = [
      ("Built again and again", again.map { "  \($0.builds)×  \(names[$0.id] ?? $0.id)" }),
      ("Never built", never),
      ("Longest chain in the graph", ["  " + links.longestChain.map(\.name).joined(separator: " → ")]),
      (
        "Most breaks without",
        dependents.map { name, count in
          "  \(count.all) dependent\(count.all == 1 ? "" : "s"), \(count.certain) certain  \(name)"
        }
      ),
      ("In the profile, but not one injection of the graph", run.unmatched.map { "  \($0)" }),
    ]
    let sections = [(title, table)] + lists.filter { !$0.1.isEmpty }
    return sections.map { ([$0.0] + $0.1).joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

extension Document.Run {
  /// Words about an injection, such as `built 2×, reused 3×, 0.400 ms, 0.500 ms with needs`.
  func summary(of id: Document.ID) -> String {
    guard let usage = usages.first(where: { $0.id == id && $0.builds > 0 }) else { return "never built" }
    let times = "\(milliseconds(usage.seconds)), \(milliseconds(usage.secondsWithNeeds)) with needs"
    return "built \(usage.builds)×, reused \(usage.reuses)×\(usage.words(separator: ", ")), \(times)"
  }
}

extension Document.Run.Usage {
  /// Words about the originals of overrides, if there are any.
  fileprivate func words(separator: String) -> String {
    originals == 0 ? "" : "\(separator)original \(originals)× in \(milliseconds(secondsOfOriginals))"
  }
}

private func milliseconds(_ seconds: Double, width: Int = 0) -> String {
  String(format: "%\(width).3f ms", seconds * 1000)
}
