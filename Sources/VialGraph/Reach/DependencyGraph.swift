/// The dependencies of each injection, found without running the program.
struct DependencyGraph {
  let analysis: Analysis

  /// The publications in the order of the sources.
  let publications: [SymbolID]

  /// The publications of the application, without the publications of tests.
  let application: [SymbolID]

  /// The code that is reached by building and using an instance of each publication.
  private(set) var reaches: [SymbolID: Reach] = [:]

  /// The edges from each publication, with the most certain use of the other one.
  private(set) var edges: [SymbolID: [SymbolID: Reach.Edge]] = [:]

  init(_ analysis: Analysis, progress: Progress) {
    self.analysis = analysis
    let sorted = analysis.publications.sorted { $0.value.location < $1.value.location }
    publications = sorted.map(\.key)
    application = sorted.filter { !analysis.isTest($0.value.location) }.map(\.key)
    let provisions = analysis.allReplacements.filter { $0.use == .provide && !analysis.isTest($0.location) }
    func reach(_ variable: SymbolID, _ builtTypes: Set<SymbolID>?) -> Reach {
      let provided = provisions.filter { analysis.publications(heldBy: $0.variable).contains(variable) }.compactMap(
        \.body
      )
      let bodies = (analysis.publications[variable]?.bodies ?? []).map { ($0, Certainty.eager) }
      let all = bodies + provided.map { ($0, provided.count == 1 ? .eager : .conditional) }
      return ReachFinder.reach(from: all, analysis, .init(builtTypes: builtTypes))
    }
    var first: [SymbolID: Reach] = [:]
    for (index, variable) in publications.enumerated() {
      progress.report("following \(index + 1) of \(publications.count) injections")
      first[variable] = reach(variable, nil)
    }
    for variable in publications {
      // A dynamic call reaches a type that the instance, or an instance that it needs, builds.
      let needed = closure(of: variable) { first[$0]?.edges { $0.certainty < .deferred }.keys.sorted() ?? [] }
      let reach = reach(variable, Set(needed.flatMap { (first[$0]?.types ?? [:]).keys }))
      (reaches[variable], edges[variable]) = (reach, reach.edges())
    }
  }

  func name(_ publication: SymbolID) -> String { analysis.program.qualifiedName(of: publication) }

  /// The declarations between a publication and its use of another one.
  func path(from publication: SymbolID, to other: SymbolID) -> [String] {
    guard let edge = edges[publication]?[other], let callers = reaches[publication]?.callers else { return [] }
    let names = sequence(first: edge.body) { callers[$0] }.compactMap { body -> String? in
      guard case .declaration(let symbol) = body, symbol != edge.consumer else { return nil }
      return analysis.program.qualifiedName(of: symbol)
    }
    return names.reversed()
  }

  /// The injections whose instances an instance retains, because its factory stores them or its consumers read them.
  func kept(by publication: SymbolID) -> [SymbolID] {
    guard let reach = reaches[publication] else { return [] }
    return reach.edges { edge in
      guard let consumer = edge.consumer else { return edge.use == .resolve && edge.certainty < .deferred }
      // An instance that a method builds later belongs to the caller of the method.
      let owner = analysis.program.type(of: consumer).flatMap { reach.types[$0] } ?? .lazy
      return owner < .deferred && [.consume("Instance"), .consume("ViewInstance")].contains(edge.use)
    }
    .keys.sorted()
  }

  /// The injections, types and functions that use each publication, apart from tests.
  func users() -> [SymbolID: Set<String>] {
    var users: [SymbolID: Set<String>] = [:]
    for user in application { for other in (edges[user] ?? [:]).keys { users[other, default: []].insert(name(user)) } }
    for (body, steps) in analysis.steps {
      for step in steps where step.use?.needsInstance == true && !analysis.isTest(step.location) {
        guard let name = name(of: body) else { continue }
        for publication in analysis.publications(heldBy: step.symbol) { users[publication, default: []].insert(name) }
      }
    }
    return users
  }

  /// The name of the type that contains a body, otherwise of the function.
  func name(of body: Body) -> String? {
    switch body {
    case .declaration(let symbol):
      if analysis.injectionTypes[analysis.program[symbol].accessedVariable ?? symbol] != nil { return nil }
      let type = analysis.program.type(of: symbol).flatMap { analysis.program[$0].isType ? $0 : nil }
      return analysis.program.qualifiedName(of: type ?? symbol)
    case .part:
      let publication = publications.first { analysis.publications[$0]?.bodies.contains(body) == true }
      let replacement = analysis.allReplacements.first { $0.body == body }
      return publication.map(name) ?? replacement.map { "the override at \(analysis.program.place(of: $0.location))" }
    case .attributes(let type): return analysis.program.qualifiedName(of: type)
    case .topLevel(let module): return "\(module)/main.swift"
    }
  }
}
