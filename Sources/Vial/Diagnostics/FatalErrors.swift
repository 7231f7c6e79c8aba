/// The programming errors that stop the program, with their messages.
///
/// A message begins with what happened and the declaration of the injection. The location and the possible fixes follow.
@MainActor enum FatalErrors {
  /// Stops because a factory needs the instance that it is building, directly or through other injections.
  static func cycle(from index: Int, _ storage: InjectionStorage, _ provider: Provider) -> Never {
    var path = Operation.requesters(from: index, includingOwners: false)
    // An override that resolves its own injection is also waiting for its original.
    if path.count > 1, path.first == path.last { path.removeLast() }
    let isOverrideOfItself = path.count == 1 && provider.isOverride
    let original = provider.overridden !== storage ? "_, original in original.resolve()" : "$0.resolve()"
    var reads = ""
    for frame in Operation.frames[index...] {
      if case .reading(let consumer) = frame.activity { reads += fact("Read", consumer.nameInMessages) }
    }
    let advice =
      if isOverrideOfItself {
        "Resolve the original in the override at \(provider.callSite): override(with: { \(original) })."
      } else if !reads.isEmpty {
        "Break the cycle by reading the property later, in a method that uses it, not in a factory or an initializer."
      } else {
        "Break the cycle by making one of them consume the other with @Instance, which is resolved at its first read."
      }
    stopAtCycle(path, reads, advice, at: provider.callSite)
  }

  /// Stops because the expression of an `@Instance` reads the property that it initializes.
  static func expressionReadsItsConsumer(_ consumer: AnyConsumer) -> Never {
    var path: [InjectionResolution.Requester] = []
    for frame in Operation.frames.reversed() {
      guard case .reading(let other) = frame.activity else { break }
      path.insert(.owner(other.ownerName ?? "a consumer"), at: 0)
      if other === consumer { break }
    }
    let advice = "Name an injection in the expression @Instance(…), without reading the property that it initializes."
    stopAtCycle(path, "", advice, at: consumer.callSite)
  }

  private static func stopAtCycle(
    _ path: [InjectionResolution.Requester],
    _ reads: String,
    _ advice: String,
    at callSite: CallSite
  ) -> Never {
    stop(
      "Dependency cycle: \((path + [path[0]]).map(name).joined(separator: " → "))",
      table(path) + reads,
      "\n\(advice)",
      at: callSite
    )
  }

  /// Stops because code uses injections while an operation searches or changes a list.
  static func restrictedCodeUsesInjections(_ code: RestrictedCode) -> Never {
    let (user, reason, cure, callSite) =
      switch code {
      case .validityCheck(let declaration):
        (
          "The validity check of \(declaration) uses injections.",
          "A check runs while a resolve is looking for an instance.",
          "Resolve the dependencies of the check before: .cached { let clock = clock.resolve(); return { … } }.",
          declaration.callSite
        )
      case .keyMethod(let family):
        (
          "A key of \(family.declaration) uses injections in ==, hash(into:) or description.",
          "These methods run while a family is looking for a key.",
          "Store in the key what its methods compare, hash and describe.",
          family.published.callSite
        )
      case .context(let provider):
        (
          "A context of the injection at \(provider.callSite) uses injections.",
          "A context is evaluated while a resolve is looking for a factory.",
          "Determine from the environment or the arguments of the process whether the context is active.",
          provider.callSite
        )
      }
    let restriction = "It must not resolve, override, provide, clear, observe or open a scope."
    stop(user, "\(reason) \(restriction)\n", fix(cure), at: callSite)
  }

  /// Stops because no implementation was provided for a required injection.
  static func unprovided(_ storage: InjectionStorage, in scope: OverrideScope) -> Never {
    let declaration = storage.declaration
    let requesters = Operation.requesters().filter { $0 != .injection(declaration) }
    let test = scope.enclosingScopes.first { $0.testName != nil }?.testName
    let isTest = test != nil || InjectionContext.test.isActive
    stop(
      "\(declaration) is required, and no implementation was provided.",
      fact("Needed", storage.requiredPurpose)
        + fact("Needed by", requesters.isEmpty ? nil : requesters.map(\.description).joined(separator: " → "))
        + fact("Withdrawn at", storage.withdrawalCallSite(in: scope)?.description)
        + fact("Test", test),
      fix("Call provide(with:strategy:) on the injection where the application is composed.")
        + fix("In a test, override the injection.")
        + fix(isTest ? "For all tests, publish an instance with the injection: .when(.test, instance: …)." : nil)
        + fix(scope.isGlobal ? "If an override scope provides it, run this code in that scope: scope.run { … }." : nil),
      at: declaration.callSite
    )
  }

  /// Stops because an implementation is provided for an injection that is not required.
  static func notRequired(_ storage: InjectionStorage, at callSite: CallSite) -> Never {
    stop(
      "\(storage.declaration) was published with an instance, so no implementation can be provided.",
      fact("Provided at", callSite.description),
      fix("Publish the injection with Injection.required(_:).") + fix("Override the injection."),
      at: callSite
    )
  }

  /// Stops because an override was made in the global scope after the overrides were sealed.
  static func sealed(_ storage: InjectionStorage, at seal: CallSite, overriddenAt callSite: CallSite) -> Never {
    let isRequired = storage.requiredPurpose != nil
    let runTime =
      isRequired ? "provide it again: provide(with:) replaces it" : "publish a required injection and provide it again"
    stop(
      "\(storage.declaration) was overridden after the overrides were sealed.",
      fact("Overridden at", callSite.description) + fact("Sealed at", seal.description),
      fix("Override the injection before the seal, where the application is composed.")
        + fix("In a test, override it in a scope: the trait .overrideScope, or inOverrideScope { … } of XCTestCase.")
        + fix("To replace an implementation at run time, \(runTime)."),
      at: callSite
    )
  }

  /// Stops because required injections have no implementation when the overrides are sealed.
  static func unprovidedAtSeal(_ storages: [InjectionStorage], at callSite: CallSite) -> Never {
    stop(
      "Not every required injection has an implementation.",
      storages.reduce("") { $0 + fact($1.declaration.description, $1.requiredPurpose) },
      fix("Call provide(with:strategy:) on each of them before Overrides.seal(requiring:)."),
      at: callSite
    )
  }

  /// Stops because a release action would never run.
  static func releaseActionIsUnused(_ storage: InjectionStorage, _ provider: Provider) -> Never {
    stop(
      "\(storage.declaration) has a release action, but no cache owns its instances.",
      fact("Strategy", "\(provider.strategy ?? .singleton), at \(provider.callSite)"),
      fix("Use a strategy whose instances a cache owns, such as .singleton or .flow(…).")
        + fix("Remove onRelease, and release what the instance uses in its deinitializer."),
      at: storage.published.callSite
    )
  }

  // MARK: Layout

  private static func name(_ requester: InjectionResolution.Requester) -> String {
    switch requester {
    case .injection(let declaration): declaration.typeName
    case .owner(let owner): owner
    }
  }

  /// Lists each injection with the line that published it.
  private static func table(_ path: [InjectionResolution.Requester]) -> String {
    let width = path.reduce(0) { max($0, name($1).count) }
    return path.map { requester in
      let name = name(requester)
      guard case .injection(let declaration) = requester else { return "    \(name)\n" }
      let padding = String(repeating: " ", count: width - name.count)
      return "    \(name)\(padding)   \(declaration.callSite)\n"
    }.joined()
  }

  // Inlined into each message, these functions would add 3 KB to a program.

  /// Returns a line with a fact, or an empty string without a text.
  @inline(never) private static func fact(_ label: String, _ text: String?) -> String {
    text.map { "    \(label): \($0)\n" } ?? ""
  }

  /// Returns a line with a possible fix, or an empty string without a text.
  @inline(never) private static func fix(_ text: String?) -> String { text.map { "\n- \($0)" } ?? "" }

  /// Stops with a message of three parts: what happened, the facts, and the possible fixes.
  private static func stop(_ event: String, _ facts: String, _ fixes: String, at callSite: CallSite)
    -> Never
  {
    fatalError("\(event)\n\n\(facts)\(fixes)", file: callSite.file, line: UInt(callSite.lineNumber))
  }
}

/// Messages of debug builds about mistakes that do not stop the program.
@MainActor enum DebugWarnings {
  private static var reportedLines: Set<CallSite> = []

  /// Reports an injection, a family or a flow that was probably published in a computed property, once for each line.
  static func reportIfComputed(_ published: @autoclosure () -> String, at callSite: CallSite) {
    guard callSite.isInComputedProperty, reportedLines.insert(callSite).inserted else { return }
    warn(
      """
      \(published()) is probably published in a computed property, which publishes another one at each use: its \
      instances are not shared, and overrides have no effect. Publish it with `static let`.
      """
    )
  }

  /// Reports an override or a provided implementation in a scope that has ended.
  static func scopeHasEnded(_ declaration: InjectionDeclaration, _ verb: String, at callSite: CallSite) {
    warn("\(declaration) was \(verb) at \(callSite) in a scope that has ended. This has no effect.")
  }

  private static func warn(_ message: @autoclosure () -> String) {
    #if DEBUG
    StandardError().write("Vial: \(message())\n")
    #endif
  }
}
