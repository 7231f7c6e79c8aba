import VialGraphProgram

extension FaultFinder {
  /// Injections that no code of the application uses, or only injections without a use, apart from other names for them.
  func unused() -> [Finding] {
    let steps = analysis.steps.values.joined().filter { step in
      step.use?.needsInstance == true && analysis.name(of: step.body) != nil
    }
    let usedByTests = injections(usedBy: steps.filter { analysis.isTest($0.location) })
    let ofApplication = steps.filter { !analysis.isTest($0.location) }
    let usedAtAll = injections(usedBy: ofApplication)
    let named = analysis.application.filter { analysis.heldType(of: $0) != nil }
    let unused = withoutUse(named, ofApplication)
    return named.filter(unused.contains).map { publication in
      let users =
        usedByTests.contains(publication)
        ? "only tests use"
        : usedAtAll.contains(publication) ? "only unused injections use" : "no code compiled for this platform uses"
      return finding(about: [publication], "\(users) \(analysis.names[publication])")
    }
  }

  private func injections(usedBy steps: [Step]) -> Set<PublicationID> {
    Set(steps.flatMap { analysis.publications(heldBy: $0.symbol) })
  }

  /// The injections that only the code of such injections uses: their factories, and the types that only they build.
  private func withoutUse(_ injections: [PublicationID], _ steps: [Step]) -> Set<PublicationID> {
    // Unused injections can use each other, so each injection is unused until a use by other code is found.
    var unused = Set(injections)
    while true {
      let isDead = isDead(without: unused)
      let used = self.injections(usedBy: steps.filter { !isDead($0.body) })
      let found = Set(injections).subtracting(used)
      if found == unused { return unused }
      unused = found
    }
  }

  /// Returns whether only the code of some injections runs a body.
  private func isDead(without unused: Set<PublicationID>) -> (Body) -> Bool {
    let codes = Set(
      unused.flatMap { publication in
        [analysis.publications[publication].code] + analysis.replacements(of: publication).map(\.code)
      }
    )
    // A type is dead if each step that creates an instance is in dead code. Types that nobody creates can be created by name.
    func type(of body: Body) -> SymbolID? {
      body.type ?? body.declaration.flatMap(program.enclosingType)
    }
    return { body in
      if codes.contains(body) { return true }
      guard let type = type(of: body) else { return false }
      let creators = analysis.creators(of: type)
      return !creators.isEmpty && creators.allSatisfy(codes.contains)
    }
  }
}
