/// The dependencies of each injection, found without running the program.
struct DependencyGraph {
  let analysis: Analysis

  /// The publications in the order of the sources.
  let publications: [SymbolID]

  /// What building and using an instance of each publication reaches.
  private(set) var reaches: [SymbolID: Reach] = [:]

  /// The edges from each publication, with the most certain use of the other one.
  private(set) var edges: [SymbolID: [SymbolID: Reach.Edge]] = [:]

  init(_ analysis: Analysis, progress: Progress) {
    self.analysis = analysis
    publications = analysis.publications.sorted { $0.value.location < $1.value.location }.map(\.key)
    let provisions = Dictionary(
      grouping: analysis.replacements.values.joined().filter { $0.use == .provide && !analysis.isTest($0.location) }
        .flatMap { provision in analysis.publications(heldBy: provision.variable).map { ($0, provision) } },
      by: \.0
    )
    func reach(_ variable: SymbolID, _ builtTypes: Set<SymbolID>?) -> Reach {
      let provided = (provisions[variable] ?? []).compactMap(\.1.body)
      let published = analysis.publications[variable]?.bodies ?? []
      var finder = ReachFinder(analysis, .init(builtTypes: builtTypes))
      return finder.reach(
        from: published.map { ($0, .eager) } + provided.map { ($0, provided.count == 1 ? .eager : .conditional) }
      )
    }
    var everyReach: [SymbolID: Reach] = [:]
    for (index, variable) in publications.enumerated() {
      progress.report("following injection \(index + 1) of \(publications.count)")
      everyReach[variable] = reach(variable, nil)
    }
    for (index, variable) in publications.enumerated() {
      progress.report("following injection \(index + 1) of \(publications.count) again")
      // A dynamic call reaches a type that the instance, or an instance that it needs, builds.
      let needed = closure(of: variable) { everyReach[$0]?.edges { $0.certainty < .deferred }.keys.sorted() ?? [] }
      let found = reach(variable, Set(needed.flatMap { everyReach[$0]?.types.keys.map(\.self) ?? [] }))
      reaches[variable] = found
      edges[variable] = found.edges()
    }
  }

  func name(_ publication: SymbolID) -> String { analysis.program.qualifiedName(of: publication) }

  /// The publications of the application, without those of tests.
  var application: [SymbolID] { publications.filter { !isInTests($0) } }

  func isInTests(_ publication: SymbolID) -> Bool {
    analysis.publications[publication].map { analysis.isTest($0.location) } ?? false
  }

  /// The declarations between a publication and its use of another one.
  func path(from publication: SymbolID, to other: SymbolID) -> [String] {
    guard let edge = edges[publication]?[other], let reach = reaches[publication] else { return [] }
    let names = sequence(first: edge.body) { reach.callers[$0] }.compactMap { body -> String? in
      guard case .declaration(let symbol) = body, symbol != edge.consumer else { return nil }
      return analysis.program.qualifiedName(of: symbol)
    }
    return names.reversed()
  }

  /// The injections, types and functions that use each publication, apart from tests.
  func users() -> [SymbolID: Set<String>] {
    var users: [SymbolID: Set<String>] = [:]
    for publication in application {
      for other in (edges[publication] ?? [:]).keys { users[other, default: []].insert(name(publication)) }
    }
    for (body, step) in analysis.steps.lazy.flatMap({ body, steps in steps.map { (body, $0) } }) {
      guard case .injection(let variable, let use) = step.target, use.needsInstance, !analysis.isTest(step.location)
      else {
        continue
      }
      guard let name = name(of: body) else { continue }
      for publication in analysis.publications(heldBy: variable) { users[publication, default: []].insert(name) }
    }
    return users
  }

  /// The name of the type that contains a body, otherwise of the function.
  func name(of body: Body) -> String? {
    switch body {
    case .declaration(let symbol):
      let variable = analysis.program.symbols[symbol].accessedVariable ?? symbol
      if analysis.injectionTypes[variable] != nil { return nil }
      let type = analysis.program.type(of: symbol).flatMap { analysis.program.symbols[$0].isType ? $0 : nil }
      return analysis.program.qualifiedName(of: type ?? symbol)
    case .part:
      if let publication = publications.first(where: { analysis.publications[$0]?.bodies.contains(body) == true }) {
        return name(publication)
      }
      let replacement = analysis.replacements.values.joined().first { $0.body == body }
      return replacement.map { "the override at \(analysis.program.place(of: $0.location))" }
    case .attributes(let type): return analysis.program.qualifiedName(of: type)
    case .topLevel(let module): return "\(module)/main.swift"
    }
  }
}
