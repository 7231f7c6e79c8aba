import VialGraphProgram

extension DependencyGraph {
  /// The code that builds the instances of a publication: the factory, and the implementations and the overrides of the
  /// application.
  ///
  /// A replacement is certain if each executable that reaches it reaches no other one. Replacements must be reached, because
  /// the code of an application can contain replacements for previews.
  static func starts(of publication: PublicationID, _ analysis: Analysis, _ parts: [Part]) -> [(Body, Moment)] {
    let steps = replacements(of: publication, analysis, parts)
    let codes = steps.compactMap(\.code)
    let factory = analysis.publications[publication].code.map { [($0, Moment.now)] } ?? []
    let replacements = steps.compactMap { step -> (Body, Moment)? in
      guard let code = step.code else { return nil }
      let isOnly = parts.allSatisfy { part in
        part.foreign.contains(code) || codes.allSatisfy { $0 == code || part.foreign.contains($0) }
      }
      let isCertain = step.moment.isNow && step.moment.isCertain(apartFrom: .exit)
      let isMade = step.replacement?.isProvision == true || isCertain
      return (code, isOnly && isMade ? .now : .perhaps(at: step.location))
    }
    return factory + replacements
  }

  /// The implementations and the overrides of a publication that executables reach.
  ///
  /// If no executable reaches any of the provided implementations, all of them count.
  private static func replacements(of publication: PublicationID, _ analysis: Analysis, _ parts: [Part]) -> [Step] {
    let reached = parts.compactMap(\.execution).flatMap(\.replacements).filter { step in
      step.replacement?.isPermission == false && analysis.publications(heldBy: step.symbol).contains(publication)
    }
    let codes = Set(reached.compactMap(\.code))
    let provisions = analysis.provisions(of: publication)
    let known = provisions.filter { $0.code.map(codes.contains) ?? false }
    let overrides = analysis.overrides(of: publication).compactMap { override in
      reached.first { $0.code == override.code }
    }
    return (known.isEmpty ? provisions : known) + overrides
  }
}
