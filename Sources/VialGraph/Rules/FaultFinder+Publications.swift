extension FaultFinder {
  /// Publications that each use of a computed property repeats.
  func computed() -> [Finding] {
    analysis.vocabulary.computed.filter(isOfApplication).compactMap {
      finding(about: $0, "is a computed property, so each use publishes again: write let … = …")
    }
  }

  /// Publications that each call of a function, a getter or a stored closure repeats.
  func helpers() -> [Finding] {
    analysis.application.filter { analysis.publications[$0].isRepeated }.map { publication in
      let helper = analysis.publications[publication].declaration.map(program.qualifiedName) ?? ""
      let what = "each call of \(helper) publishes another injection"
      let reason = "so neither instances nor overrides are shared"
      let cure = "publish it once, with static let … = …, or use an InjectionFamily"
      return finding(about: [publication], "\(what), \(reason): \(cure)")
    }
  }

  /// Consumers of views other than `@ViewInstance`.
  func views() -> [Finding] {
    analysis.vocabulary.consumers.compactMap { property, consumer in
      let isInView = isOfApplication(property) && program.enclosingType(of: property).map(program.isView) == true
      guard consumer != "ViewInstance", isInView else { return nil }
      let cure = "use @ViewInstance, because SwiftUI creates views outside their override scope"
      return finding(about: property, "uses @\(consumer) in a SwiftUI view: \(cure)")
    }
  }

  private func isOfApplication(_ symbol: SymbolID) -> Bool {
    program[symbol].definition.map { !analysis.isTest($0) } ?? false
  }

  /// Injections that no code of the application uses, apart from other names for them.
  func unused() -> [Finding] {
    let steps = analysis.steps.values.joined().filter { step in
      step.use?.needsInstance == true && analysis.name(of: step.body) != nil
    }
    func used(_ steps: [Step]) -> Set<PublicationID> {
      Set(steps.flatMap { analysis.publications(heldBy: $0.symbol) })
    }
    let usedByApplication = used(steps.filter { !analysis.isTest($0.location) })
    let usedByTests = used(steps.filter { analysis.isTest($0.location) })
    let named = analysis.application.filter { analysis.heldType(of: $0) != nil }
    return named.filter { !usedByApplication.contains($0) }.map { publication in
      let users = usedByTests.contains(publication) ? "only tests use" : "no code compiled for this platform uses"
      return finding(about: [publication], "\(users) \(analysis.names[publication])")
    }
  }
}
