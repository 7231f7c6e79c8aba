/// The programming errors that stop the program, each with the words it says.
///
/// A message names the declaration and, where there is one, the call site; says what happened in
/// one sentence and what to do in the next.
@MainActor @usableFromInline enum Fault {
  /// A factory or a check needs, directly or through others, the instance that it is for (rule 25).
  static func circle(at slot: Slot, of layer: Layer? = nil) -> Never {
    let declaration = slot.declaration
    let path = path(backTo: slot)
    let cure = slot.activity == .checking ? checkAdvice : advice(layer, path.count)
    stop(
      "Dependency circle: \(joined(path)) → \(declaration.typeName). \(cure)",
      at: layer?.callSite ?? declaration.callSite
    )
  }

  /// What names a consumer's injection reads that consumer (rule 25).
  static func circle(reading consumer: AnyConsumer) -> Never {
    let start = Running.frames.lastIndex { $0.isReading(consumer) }
    let path = Running.steps(from: start ?? 0)
    let names = path.isEmpty ? "a consumer" : joined(path + [path[0]])
    let message = """
      Dependency circle: \(names). \
      What stands in the first one's @Instance(…) reads that property before it names an injection. \
      Name an injection there without reading the property.
      """
    fatalError(message)
  }

  private static let checkAdvice = """
    The check of its strategy needs the instance that is being checked. \
    Let the check decide without resolving the injection.
    """

  private static func advice(_ layer: Layer?, _ steps: Int) -> String {
    if steps == 1, let layer, layer.isOverride {
      return """
        Building the first needs the first itself: the override at \(layer.callSite) resolves the \
        injection that it overrides. Take the original instead: \
        override(with: { \(layer.isOfFamily ? "_, original in original" : "$0").resolve() }).
        """
    }
    return """
      Building the first needs the first itself. \
      Let one of them hold the next as an @Instance, which is read after it was built. \
      If none of them needs it, it is being built further up the stack, by a factory that lets \
      other work run: give that work an override scope, or resolve before it.
      """
  }

  /// What is being built or checked, from the slot that is met again.
  private static func path(backTo slot: Slot) -> [Running.Step] {
    let start = Running.frames.firstIndex { $0.isActivity(of: slot) }
    var path = Running.steps(from: start ?? 0)
    // The one that is met again asks through itself: a decorator, or a layer that forwards.
    if path.count > 1, path[0] == path.last { path.removeLast() }
    return path
  }

  private static func joined(_ path: [Running.Step]) -> String {
    path.map(\.description).joined(separator: " → ")
  }

  /// A required injection is resolved while nothing is provided (rule 26).
  static func unprovided(_ root: Root, in scope: OverrideScope) -> Never {
    let declaration = root.declaration
    // The innermost is the injection itself.
    let path = joined(Running.steps().filter { $0 != .injection(declaration) })
    let purpose = root.facts?.purpose ?? ""
    var account = "\(declaration) is required and nothing was provided: \(purpose)."
    if !path.isEmpty { account += " It was needed by \(path)." }
    if let line = root.withdrawal(in: scope) { account += " It was withdrawn at \(line)." }
    if let test = scope.test { account += " The test \(test) runs." }
    if scope.isOutside, Detour.reasons & Detour.scopes != 0 {
      account += " Override scopes were opened, and this code runs in none: see scope.run(_:)."
    }
    account += " Call provide(with:strategy:) on it where the application is composed"
    account += ", or override it in a test."
    if scope.test != nil || InjectionContext.test.isActive() {
      account += " For all tests, publish an instance with it: .when(.test, instance: …)."
    }
    stop(account, at: declaration.callSite)
  }

  /// A required injection is provided again (rule 26).
  static func providedTwice(_ root: Root, first: CallSite, second: CallSite) -> Never {
    let message = """
      \(root.declaration) is provided at \(second), and was provided at \(first) already. \
      Keep one of the two lines, or call withdraw() on it before you provide it again; \
      to replace an instance in a test, override the injection.
      """
    stop(message, at: second)
  }

  /// An injection that was published with an instance is provided.
  static func notRequired(_ root: Root, at callSite: CallSite) -> Never {
    let message = """
      \(root.declaration) was published with an instance and cannot be provided at \(callSite). \
      Publish it with Injection.required(_:), or override it.
      """
    stop(message, at: callSite)
  }

  /// An override is made outside every scope after the seal.
  static func sealed(_ root: Root, at seal: CallSite, overriddenAt callSite: CallSite) -> Never {
    let message = """
      \(root.declaration) is overridden at \(callSite), after the overrides were sealed at \(seal). \
      Override it before the seal, in withOverrideScope, or in a test with a trait or XCTestCase.override.
      """
    stop(message, at: callSite)
  }

  static func stop(_ message: String, at callSite: CallSite) -> Never {
    fatalError(message, file: callSite.file, line: UInt(callSite.lineNumber))
  }

  // MARK: No reason to stop

  /// A scope that has ended takes no override and no provision (rule 28).
  static func ended(_ declaration: InjectionDeclaration, _ verb: String, at callSite: CallSite) {
    warn("\(declaration) is \(verb) at \(callSite) in a scope that has ended: no effect.")
  }

  /// An injection goes away while it is overridden.
  nonisolated static func lost(_ declaration: InjectionDeclaration, overriddenAt line: CallSite) {
    let message = """
      \(declaration) is gone while it is overridden at \(line): nothing else refers to it. \
      A computed property publishes another injection at each use. Publish a `static let`.
      """
    warn(message)
  }

  /// Speaks in debug builds alone.
  private nonisolated static func warn(_ message: @autoclosure () -> String) {
    #if DEBUG
    StandardError().write("Vial: \(message())\n")
    #endif
  }
}
