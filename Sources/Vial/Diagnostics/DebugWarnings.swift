/// Messages of debug builds about mistakes that do not stop the program, each once for each line that has the mistake.
@MainActor enum DebugWarnings {
  #if DEBUG
  private static var reportedLines: [DiagnosticID: Set<CallSite>] = [:]
  #endif

  /// Reports an injection, a family or a flow that was probably published in a computed property.
  static func reportIfComputed(_ published: @autoclosure () -> String, at callSite: CallSite) {
    guard callSite.looksComputed else { return }
    warn(
      .computedProperty,
      at: callSite,
      """
      \(published()) is probably published in a computed property, which publishes another one at each use: its \
      instances are not shared, and overrides have no effect. Publish it with `static let`.
      """
    )
  }

  /// Reports an override or a provided implementation in a scope that has ended.
  static func scopeHasEnded(_ declaration: InjectionDeclaration, _ verb: String, at callSite: CallSite) {
    warn(
      .endedScope,
      at: callSite,
      "\(declaration) was \(verb) at \(callSite) in a scope that has ended. This has no effect."
    )
  }

  /// Reports the withdrawal of an injection that is not required, so no implementation can have been provided.
  static func withdrawalIsUnused(_ declaration: InjectionDeclaration, at callSite: CallSite) {
    warn(
      .notRequired,
      at: callSite,
      "\(declaration) was withdrawn at \(callSite), but it is not required. This has no effect."
    )
  }

  /// Reports a value that a provider has built for an injection with the strategy `.shared`, unless the value is `nil`.
  static func valueIsNotShared(_ box: AnyBox, of record: InjectionRecord, by provider: Provider) {
    #if DEBUG
    if box.isNil { return }
    let callSite = provider.callSite
    let isOfOverride = provider.isReplacement && provider.strategy != nil
    let subject = isOfOverride ? "The override of \(record.declaration)" : "\(record.declaration)"
    warn(
      .sharedValue,
      at: callSite,
      """
      \(subject) is .shared, but the instance that was built at \(callSite) is a value. Only objects are shared, so each resolve \
      builds one. \(isOfOverride ? "Override" : "Publish") it \(isOfOverride ? "with" : "as") .singleton or .onDemand.
      """
    )
    #endif
  }

  private static func warn(_ id: DiagnosticID, at callSite: CallSite, _ message: @autoclosure () -> String) {
    #if DEBUG
    guard reportedLines[id, default: []].insert(callSite).inserted else { return }
    StandardError().write("Vial: \(id.ending(message()))\n")
    #endif
  }
}
