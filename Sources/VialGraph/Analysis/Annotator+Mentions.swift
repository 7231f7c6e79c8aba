/// A place where code names an injection.
struct Mention {
  let injection: InjectionReference
  let use: Step.Use
  let location: Location
  let container: SymbolID?

  /// The offset of the name, unless the expansion of a macro contains it.
  var offset: Int?

  /// The offset of the member that is called on the injection.
  var member: Int?
}

extension Annotator {
  /// The injections that the file names.
  func mentions() -> [Mention] {
    var seen: Set<Location> = []
    let direct = context.file.references.compactMap { reference -> Mention? in
      guard let type = analysis.injectionTypes[reference.symbol], type != .flow, !reference.roles.contains(.write)
      else {
        return nil
      }
      let injection = InjectionReference.variable(reference.symbol)
      guard let offset = context.writtenOffset(of: reference.location) else {
        let use = useWithoutText(of: reference)
        return Mention(injection: injection, use: use, location: reference.location, container: reference.container)
      }
      guard seen.insert(reference.location).inserted else { return nil }
      return mention(of: injection, at: offset, reference.location, reference.container)
    }
    return (direct + locals.flatMap(mentions(of:))).sorted { $0.location < $1.location }
  }

  private func mentions(of local: Local) -> [Mention] {
    guard let source = context.source else { return [] }
    var found: [Mention] = []
    var offset = local.scope.lowerBound
    while offset < local.scope.upperBound {
      let word = source.identifier(at: offset)
      defer { offset = max(word.upperBound, offset + 1) }
      let last = source.lastCode(before: offset)
      let next = source.skipSpace(after: word.upperBound)
      guard source.text(word) == local.name, last < 0 || source.bytes[last] != ".",
        next >= source.bytes.count || source.bytes[next] != ":"
      else { continue }
      let location = source.location(of: offset, in: context.number)
      found.append(mention(of: .node(local.node), at: offset, location, local.container))
    }
    return found
  }

  private func mention(
    of injection: InjectionReference,
    at offset: Int,
    _ location: Location,
    _ container: SymbolID?
  ) -> Mention {
    let (use, member) = use(at: offset)
    return Mention(
      injection: injection,
      use: use,
      location: location,
      container: container,
      offset: offset,
      member: member
    )
  }

  /// What the code does with the injection that is named at an offset, and with which member.
  private func use(at offset: Int) -> (Step.Use, member: Int?) {
    guard let source = context.source else { return (.pass, nil) }
    var end = source.identifier(at: offset).upperBound
    while true {
      if let next = source.endOfSubscript(after: end) {
        end = next
        continue
      }
      guard let member = source.member(after: end), case .member(let name) = context.vialSymbol(at: member) else {
        break
      }
      let arguments = source.arguments(ofCallAt: member)
      end = arguments?.upperBound ?? source.endOfName(at: member)
      switch name {
      case "when", "onRelease", "allowLiveInTests", "publish": continue
      case "resolve": return (source.member(after: end) == nil ? .resolve : .resolveMember, member)
      case "override" where arguments != nil: return (.override, member)
      case "provide" where arguments != nil: return (.provide, member)
      case "allowLive": return (.allowLive, member)
      default: return (.inspect, member)
      }
    }
    switch context.vialCall(withArgumentAt: offset) {
    case .consumer(let consumer): return (.consume(consumer), nil)
    case .function("allowLive"): return (.allowLive, nil)
    case .function("seal"), .function("expectProvided"), .function("expectReleased"): return (.inspect, nil)
    // `override(with: other)` and `provide(with: other)` resolve the other injection.
    case .member("override"), .member("provide"): return (.resolve, nil)
    default: return (.pass, nil)
    }
  }

  /// What the code does according to the next member of the library in the same line.
  private func useWithoutText(of reference: Reference) -> Step.Use {
    let next = context.file.references.lazy
      .filter { $0.location.line == reference.location.line && $0.location >= reference.location }
      .compactMap { analysis.vial[$0.symbol] }
      .first { if case .strategy = $0 { false } else { true } }
    switch next {
    case .member("resolve"): return .resolve
    case .member: return .inspect
    default: break
    }
    return reference.container.flatMap { analysis.consumers[$0] }.map { .consume($0) } ?? .pass
  }
}
