import VialGraphProgram

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
    analysis.vocabulary.consumers.compactMap { property, wrapper in
      let isInView = isOfApplication(property) && program.enclosingType(of: property).map(program.isView) == true
      guard wrapper != .viewInstance, isInView else { return nil }
      let cure = "use @ViewInstance, because SwiftUI creates views outside their override scope"
      let name = analysis.vocabulary.namesOfWrappers[property] ?? wrapper.rawValue
      return finding(about: property, "uses @\(name) in a SwiftUI view: \(cure)")
    }
  }

  private func isOfApplication(_ symbol: SymbolID) -> Bool {
    program[symbol].definition.map { !analysis.isTest($0) } ?? false
  }

  /// Publications and implementations with the strategy `.shared` whose instances are values, which cannot be shared.
  func sharedValues() -> [Finding] {
    let types = program.symbols.filter { $0.isType && $0.kind != .extension }
    let kinds = Dictionary(grouping: types, by: \.name).mapValues { Set($0.map(\.kind)) }
    return analysis.application.flatMap { publication -> [Finding] in
      let published = analysis.publications[publication]
      let built = published.builtValue.map(program.qualifiedName)
      guard let type = analysis.heldType(of: publication)?.provided else { return [] }
      let isValue = isValue(type, kinds)
      if !isValue && built == nil { return [] }
      let own = published.lifetime.strategy == .shared ? [published.location] : []
      let replacements = isValue ? graph.replacements(of: publication) : []
      let replaced = replacements.filter { $0.replacement?.implementation?.lifetime?.strategy == .shared }
      let what = "\(analysis.names[publication]) is .shared, but \(isValue ? type.text : built ?? type.text) is a value"
      let message = "\(what), so each resolve builds another instance: publish it as .singleton or .onDemand"
      return (own + replaced.map(\.location)).map { finding(about: [publication], at: $0, message) }
    }
  }

  /// Whether a type is a function, a tuple, or a structure or an enumeration that is known, or an optional one.
  private func isValue(_ type: TypeName, _ kinds: [String: Set<Symbol.Kind>]) -> Bool {
    switch type.form {
    case .function, .tuple: return true
    case .composition, .metatype: return false
    case .named("Optional", _): return isValue(type.unwrapped, kinds)
    case .named(let name, _):
      if type.isScalar || ["Array", "Dictionary", "Set", "Task"].contains(name) { return true }
      let found = kinds[name] ?? []
      return !found.isEmpty && found.isSubset(of: [.structure, .enumeration])
    }
  }
}
