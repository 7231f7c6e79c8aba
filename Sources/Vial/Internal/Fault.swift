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
    let declaration = layer.declaration
    let path = path(backTo: layer)
    let names = (path.isEmpty ? [declaration] : path).map(\.description) + [declaration.typeName]
    stop(
      """
      Dependency circle: \(names.joined(separator: " → ")). \
      \(path.isEmpty
        ? "The check of its strategy needs the instance that is being checked. "
          + "Let the check decide without resolving the injection."
        : "Building the first needs the first itself. "
          + "Let one of them hold the next as an @Instance, which is read after it was built.")
      """,
      at: layer.callSite
    )
  }

  /// The injections that are being built, from the one that is met again; empty when it is not
  /// being built but checked.
  private static func path(backTo layer: AnyLayer) -> [InjectionDeclaration] {
    let building = unsafe BuildFrame.layers
    let start = building.firstIndex { $0.source === layer.source } ?? building.endIndex
    var steps = steps(building[start...])
    // A mirror of the first, in a scope, was about to run the recipe that is running.
    if steps.count > 1, steps.last?.bottom === layer.bottom { steps.removeLast() }
    return steps.map(\.declaration)
  }

  /// An injection is overridden with one that leads back to it (rule 18).
  static func overrideCircle(_ path: [InjectionDeclaration], at callSite: CallSite) -> Never {
    stop(
      """
      \(leadingBack(path, "overridden", at: callSite)) \
      Override it with an injection that does not use it, or with a closure that takes the original.
      """,
      at: callSite
    )
  }

  /// A required injection is provided with one that leads back to it.
  static func provisionCircle(_ path: [InjectionDeclaration], at callSite: CallSite) -> Never {
    stop(
      """
      \(leadingBack(path, "provided", at: callSite)) \
      Provide it with an injection that does not use it.
      """,
      at: callSite
    )
  }

  private static func leadingBack(
    _ path: [InjectionDeclaration],
    _ verb: String,
    at callSite: CallSite
  ) -> String {
    let names = (path + [path[0]]).map(\.description).joined(separator: " → ")
    let other = path.count == 1 ? "itself" : "\(path[1]), which leads back to it"
    return "\(path[0]) is \(verb) at \(callSite) with \(other): \(names)."
  }

  /// A required injection is resolved while nothing is provided (rule 24).
  static func unprovided(_ declaration: InjectionDeclaration, _ purpose: String) -> Never {
    // The innermost are the injection's own layers.
    let path = steps(unsafe BuildFrame.layers[...]).map(\.declaration).filter { $0 != declaration }
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

  /// The injections on the way, each once: the layers of one follow each other, such as a decorator
  /// and its original, and a layer that forwards may have the name of what it forwards to.
  private static func steps(_ layers: ArraySlice<AnyLayer>) -> [AnyLayer] {
    layers.reduce(into: []) { steps, step in
      if step.isReported, steps.last?.bottom !== step.bottom { steps.append(step) }
    }
  }

  static func stop(_ message: String, at callSite: CallSite) -> Never {
    fatalError(message, file: callSite.file, line: UInt(callSite.lineNumber))
  }
}
