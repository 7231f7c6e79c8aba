import VialGraphProgram

extension FaultFinder {
  /// Required injections that an executable resolves, and neither provides nor replaces.
  func missing() -> [Finding] {
    graph.executables.flatMap { executable in
      let name = executable.entry.name
      let modules = Set(reachable(from: name) { Array(program.imports[$0] ?? []) })
      return executable.needs.filter(\.implementations.isEmpty).map { need in
        let injection = need.injection
        // Another implementation can avoid the use.
        let isNeeded = need.uses.contains { !$0.moment.isNow || $0.moment.uncertainty != .implementation }
        let verb = isNeeded ? "needs" : "perhaps needs"
        let needs = "\(name) does not provide \(analysis.names[injection]), which \(need.first.user) \(verb)"
        let unreached = analysis.replacements(of: injection).first { step in
          step.replacement?.isPermission == false && modules.contains(program.files[step.location.file].module)
        }
        let reason = unreached.map { step in
          let verb = step.replacement?.isOverride == true ? "overrides" : "provides"
          return "no code that \(name) reaches runs \(program.description(of: step.location)), which \(verb) it"
        }
        return finding(
          about: [injection],
          in: .executable(name),
          at: need.first.place,
          isCertain: isNeeded && unreached == nil,
          "\(needs): \(reason ?? "call provide before the first use")"
        )
      }
    }
  }

  /// Required injections that an executable provides in a branch only, although code outside of the branch needs them.
  func conditional() -> [Finding] {
    graph.executables.flatMap { executable in
      executable.needs.compactMap { need in
        // Each call of a recursive function can take another branch.
        if need.implementations.map(\.body).contains(where: analysis.isRecursive) { return nil }
        let found = need.uses.lazy.compactMap { use in
          let branch =
            otherBranch(of: need.implementations, whichRuns: use.moment, in: executable.entry)
            ?? branch(around: need.implementations, withoutWhich: use.moment)
          return branch.map { (branch: $0, use: use) }
        }
        guard let (branch, use) = found.first else { return nil }
        let name = executable.entry.name
        let what = "\(name) provides \(analysis.names[need.injection]), which \(use.user) needs, only under a condition"
        let cure = "provide it in the other cases, too, because \(program.description(of: use.place)) needs it"
        return finding(about: [need.injection], in: .executable(name), at: branch.place, "\(what): \(cure)")
      }
    }
  }

  /// The decision in an executable's main code that runs the only implementation, if code in another branch of the same `if`
  /// or `switch` needs it.
  ///
  /// Both branches can run in a loop, or in a function that is called more than once.
  private func otherBranch(
    of implementations: [Step],
    whichRuns use: Moment,
    in entry: EntryPoint
  ) -> Condition.Decision? {
    guard implementations.count == 1, let only = implementations.first, entry.bodies.contains(only.body),
      !only.isRepeated
    else { return nil }
    let moment = only.moment.withoutExits
    let decisions = moment.condition.decisions
    guard moment.isNow, decisions.count == 1, let decision = decisions.first else { return nil }
    let outcomes = 0..<decision.outcomes
    let providing = outcomes.filter { moment.condition.given(decision, is: $0) == .always }
    let useWhereProvided = providing.reduce(Condition.never) { $0.or(use.condition.given(decision, is: $1)) }
    let isOther = outcomes.contains { outcome in
      !providing.contains(outcome) && use.condition.given(decision, is: outcome).butNot(useWhereProvided) != .never
    }
    return isOther ? decision : nil
  }

  /// The decision that runs all implementations, if code that runs otherwise needs one of them.
  ///
  /// Several conditions of the source can be equal, so nothing is found if the code is in a branch of another condition, or if
  /// branches of different conditions provide implementations.
  private func branch(around implementations: [Step], withoutWhich use: Moment) -> Condition.Decision? {
    // A closure that is called later provides only if the code makes it.
    let moments = implementations.compactMap { $0.moment.isNow ? $0.moment : $0.momentOfClosure }
    guard moments.count == implementations.count, moments.allSatisfy(\.isNow), let first = moments.first else {
      return nil
    }
    let provided = moments.dropFirst().reduce(first) { $0.or($1) }
    let known = Set(provided.condition.decisions)
    let exits = use.decisionsOfExits
    var condition = use.condition
    for decision in condition.decisions where !known.contains(decision) {
      let isIgnored = exits.contains(decision) || decision.isOfImplementation && !use.isNow
      condition = isIgnored ? condition.forSome(decision) : condition.forEach(decision)
    }
    let remaining = condition.ways(limit: 100).lazy.map(provided.given)
    let open = remaining.first {
      !$0.isCertain && $0.isCertain(apartFrom: .branch) && $0.condition.necessaryDecision != nil
    }
    return open?.condition.necessaryDecision
  }

  /// Implementations that keep the instance of another injection, although they could forward to the injection.
  func copies() -> [Finding] {
    analysis.replacements.filter { !analysis.isTest($0.location) }.compactMap { step in
      let publications = analysis.publications(heldBy: step.symbol)
      guard case .provide(let implementation) = step.replacement,
        [.singleton, nil].contains(implementation.lifetime?.strategy), let other = injection(copiedBy: implementation),
        !publications.isEmpty
      else {
        return nil
      }
      let name = names(heldBy: other)
      let what = "the implementation of \(names(publications)) keeps the first instance of \(name)"
      let cure = "write provide(with: …) without resolve()"
      return finding(
        about: publications,
        in: executable(of: step).map(Finding.Site.executable),
        at: step.location,
        "\(what), so later overrides of it have no effect: \(cure)"
      )
    }
  }

  /// The injection whose instance a provided implementation is, perhaps by a constant of top-level code.
  private func injection(copiedBy implementation: Implementation) -> SymbolID? {
    guard let copied = implementation.copied, !analysis.vocabulary.holdsInjections(copied) else {
      return implementation.copied
    }
    return analysis.instances[copied]
  }
}
