extension FaultFinder {
  /// Publications that each use of a computed property repeats.
  func computed() -> [Finding] {
    analysis.vocabulary.computed.compactMap {
      finding(about: $0, "is a computed property, so each use publishes again: write let … = …")
    }
  }

  /// Publications that each call of a function, a getter or a stored closure repeats.
  func helpers() -> [Finding] {
    graph.application.filter { analysis.publications[$0].isRepeated }.compactMap { publication in
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
      guard consumer != "ViewInstance", program.type(of: property).map(program.isView) == true else { return nil }
      let reason = "because SwiftUI creates views outside their override scope"
      return finding(.error, about: property, "is an @\(consumer) in a SwiftUI view: use @ViewInstance, \(reason)")
    }
  }

  /// Injections that no code of the application uses.
  func unused() -> [Finding] {
    var used = Set(graph.application.flatMap { graph.edges[$0].keys })
    for body in analysis.steps.keys where analysis.name(of: body) != nil {
      for step in analysis.steps(of: body) where step.use?.needsInstance == true && !analysis.isTest(step.location) {
        used.formUnion(analysis.publications(heldBy: step.symbol))
      }
    }
    return graph.application.filter { !used.contains($0) }.compactMap {
      finding(about: [$0], "no code compiled for this platform uses \(analysis.names[$0])")
    }
  }
}
