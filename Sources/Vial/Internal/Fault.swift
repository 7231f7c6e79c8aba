/// The programming errors that stop the program, each with the words it says.
///
/// A message names the declaration and, where there is one, the call site; says what happened in
/// one sentence and what to do in the next.
@MainActor
@usableFromInline
enum Fault {
  /// A factory needs, directly or through others, the instance that it is building (rule 23).
  @usableFromInline
  static func circle(at layer: AnyLayer) -> Never {
    let building = unsafe BuildFrame.layers
    let declaration = layer.declaration
    let start = building.firstIndex { $0.declaration == declaration } ?? building.endIndex
    var path = steps(building[start...]).map(\.description)
    if path.isEmpty { path = [declaration.description] }
    path.append(declaration.typeName)
    stop(
      """
      Dependency circle: \(path.joined(separator: " → ")). \
      Building the first needs the first itself. \
      Let one of them hold the next as an @Instance, which is read after it was built.
      """,
      at: layer.callSite
    )
  }

  /// An injection is overridden, or provided, with one that leads back to it (rule 18).
  static func overrideCircle(
    _ path: [InjectionDeclaration],
    at callSite: CallSite,
    isProvided: Bool = false
  ) -> Never {
    let first = path[0]
    let names = (path + [first]).map(\.description).joined(separator: " → ")
    stop(
      """
      \(first) is \(isProvided ? "provided" : "overridden") at \(callSite) with \
      \(path.count == 1 ? "itself" : "\(path[1]), which leads back to it"): \(names). \
      \(isProvided
        ? "Provide it with an injection that does not use it."
        : "Override it with one that does not use it, or with a closure that takes the original.")
      """,
      at: callSite
    )
  }

  /// A required injection is resolved while nothing is provided (rule 24).
  static func unprovided(_ declaration: InjectionDeclaration, _ purpose: String) -> Never {
    let path = steps(unsafe BuildFrame.layers[...]).filter { $0 != declaration }
      .map(\.description).joined(separator: " → ")
    stop(
      """
      \(declaration) is required and nothing was provided: \(purpose). \
      \(path.isEmpty ? "" : "It was needed by \(path). ")\
      Call provide(with:strategy:) on it where the application is composed, or override it in a test.
      """,
      at: declaration.callSite
    )
  }

  /// A required injection is provided again (rule 24).
  static func providedTwice(
    _ declaration: InjectionDeclaration,
    first: CallSite,
    second: CallSite
  ) -> Never {
    stop(
      """
      \(declaration) is provided at \(second), and was provided at \(first) already. \
      Keep one of the two lines; to replace an instance, override the injection.
      """,
      at: second
    )
  }

  /// An injection that was published with an instance is provided.
  static func notRequired(_ declaration: InjectionDeclaration, at callSite: CallSite) -> Never {
    stop(
      """
      \(declaration) was published with an instance and cannot be provided at \(callSite). \
      Publish it with Injection.required(_:), or override it.
      """,
      at: callSite
    )
  }

  /// An override is made outside every scope after the seal.
  static func sealed(
    _ declaration: InjectionDeclaration,
    overriddenAt callSite: CallSite,
    sealedAt seal: CallSite
  ) -> Never {
    stop(
      """
      \(declaration) is overridden at \(callSite), after the overrides were sealed at \(seal). \
      Override it before the seal, or inside withOverrideScope.
      """,
      at: callSite
    )
  }

  /// The injections on the way, each once: a layer and the one it forwards to have the same name.
  private static func steps(_ layers: ArraySlice<AnyLayer>) -> [InjectionDeclaration] {
    layers.map(\.declaration).reduce(into: []) { steps, step in
      if steps.last != step { steps.append(step) }
    }
  }

  static func stop(_ message: String, at callSite: CallSite) -> Never {
    fatalError(message, file: callSite.file, line: UInt(callSite.lineNumber))
  }
}
