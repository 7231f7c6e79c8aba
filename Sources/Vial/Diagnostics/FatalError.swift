/// The message of a programming error that stops the program: what happened, the facts, and the possible fixes.
///
/// The first line names the injection, if there is one, and the last one ends with the name of the message. Messages are put
/// together by functions that are not inlined, and not by interpolation, because interpolations would make the program too large,
/// as `.ci/codesize` measures it.
@MainActor package final class FatalError {
  private let id: DiagnosticID
  private var text: String

  @inline(never) private init(_ id: DiagnosticID, _ subject: String, _ event: String) {
    self.id = id
    text = subject + event + "\n\n"
  }

  @inline(never) private func add(_ part: String) { text += part }

  /// Adds a line with a fact, unless the fact is `nil`.
  @inline(never) private func add(_ label: String, _ fact: String?) {
    guard let fact else { return }
    text += "    " + label + ": " + fact + "\n"
  }

  @inline(never) private func add(_ label: String, _ callSite: CallSite?) {
    add(label, callSite?.description)
  }

  /// Adds a line with the requesters that are waiting, unless there are none.
  @inline(never) private func add(_ label: String, _ requesters: [InjectionResolution.Requester]) {
    var path = ""
    for requester in requesters {
      if !path.isEmpty { path += " → " }
      path += requester.description
    }
    if !path.isEmpty { add(label, path) }
  }

  @inline(never) private func add(fix: String) { text += "\n- " + fix }

  @inline(never) private func stop(at callSite: CallSite) -> Never {
    fatalError(id.ending(text), file: callSite.file, line: UInt(callSite.line))
  }
}

// MARK: - Cycles and recursion

extension FatalError {
  /// Stops because a factory needs the instance that it is building, directly or through other injections.
  static func cycle(from index: Int, _ record: InjectionRecord, _ provider: Provider) -> Never {
    var path = Engine.waitingRequesters(from: index, includingOwners: false)
    // An override that resolves its own injection is also waiting for its original.
    if path.count > 1, path[0].isSame(as: path[path.count - 1]) { path.removeLast() }
    let message = FatalError(cycle: path)
    var hasReader = false
    var onlyForwards = true
    for frame in Engine.frames[index...] {
      message.add("Read", frame.consumer?.nameInMessages)
      hasReader = hasReader || frame.consumer != nil
      onlyForwards = onlyForwards && frame.build?.provider.isForwarding == true
    }
    message.add("\n")
    if onlyForwards {
      message.addAdviceForForwards(pathLength: path.count, provider)
    } else if path.count == 1, provider.isReplacement {
      message.addAdviceForOverride(of: record, provider)
    } else if hasReader {
      message.add("Break the cycle by reading the property later, in a method that uses it, ")
      message.add("not in a factory or an initializer.")
    } else {
      message.add("Break the cycle by making one of them consume the other with @Instance, ")
      message.add("which is resolved at its first read.")
    }
    #if DEBUG
    // Code outside of tasks can also be a block that the run loop runs while the factory waits.
    if currentTaskID() == nil, path.count == 1, !hasReader {
      message.add("\nIf the factory runs the run loop, let it return first.")
    }
    #endif
    message.stop(at: provider.callSite)
  }

  private func addAdviceForForwards(pathLength: Int, _ provider: Provider) {
    if pathLength > 1 {
      add("These injections are provided or overridden with each other. ")
      add("Provide or override one of them with an instance.")
    } else {
      add("The injection provides for itself at " + provider.callSite.description)
      add(". Name an instance or another injection.")
    }
  }

  private func addAdviceForOverride(of record: InjectionRecord, _ provider: Provider) {
    add("Resolve the original in the override at " + provider.callSite.description)
    let isOfFamily = provider.overriddenRecord !== record
    add(": override(with: { " + (isOfFamily ? "_, original in original.resolve()" : "$0.resolve()") + " }).")
  }

  /// Stops because the expression of an `@Instance` reads the property that it initializes.
  static func expressionReadsItsConsumer(_ consumer: AnyConsumer, from index: Int) -> Never {
    let path = Engine.waitingRequesters(from: index)
    let message = FatalError(cycle: path.isEmpty ? [.owner("a consumer")] : path)
    message.add("\nName an injection in the expression of the property, without reading the property itself.")
    message.stop(at: consumer.callSite)
  }

  /// Creates the message of a cycle, which lists each injection with the line that published it.
  private convenience init(cycle path: [InjectionResolution.Requester]) {
    var names = ""
    var width = 0
    for requester in path {
      let name = requester.nameWithoutLine
      width = max(width, name.count)
      names += name + " → "
    }
    self.init(.cycle, "Dependency cycle: ", names + path[0].nameWithoutLine)
    for requester in path {
      let name = requester.nameWithoutLine
      add("    " + name)
      if case .injection(let declaration) = requester {
        add(String(repeating: " ", count: width - name.count + 3) + declaration.callSite.description)
      }
      add("\n")
    }
  }

  /// Stops because builds of one injection, or of the keys of one family, are nested without an end.
  ///
  /// - Parameters:
  ///   - record: The injection whose build exceeds the limit.
  ///   - provider: The provider of the build.
  ///   - limit: The number of nested builds that are possible.
  static func nestedBuilds(of record: InjectionRecord, _ provider: Provider, limit: Int) -> Never {
    let subject = provider.publishedFamily(of: record) ?? provider.overriddenRecord ?? record
    let event = " builds of " + subject.declaration.description + " are nested."
    let message = FatalError(.nestedBuilds, "More than " + String(limit), event)
    message.add("The last ones", Engine.waitingRequesters(from: Engine.frames.count - 5))
    if subject === record {
      message.add(fix: "Do not resolve the injection in a scope that its own factory opens.")
    } else {
      message.add(fix: "Let the factory of a key resolve fewer other keys, or build the instances in a loop.")
    }
    message.stop(at: provider.callSite)
  }

  #if DEBUG
  /// Stops because another task resolves an injection while its factory runs, for example in a factory that runs the run loop.
  static func builtForAnotherTask(_ record: InjectionRecord, _ provider: Provider) -> Never {
    let event = " was resolved by another task while its factory was running."
    let message = FatalError(.factoryOfAnotherTask, record.declaration.description, event)
    message.add("Factory", provider.callSite)
    message.add(fix: "Do not run the run loop in a factory, because it runs other tasks.")
    message.stop(at: provider.callSite)
  }
  #endif
}

// MARK: - Restricted code

extension FatalError {
  /// Stops because code uses injections while the library searches or changes a list.
  static func restrictedCodeUsesInjections(_ code: RestrictedCode) -> Never {
    let message: FatalError
    let callSite: CallSite
    let fix: String
    var forbidden = ""
    switch code {
    case .validityCheck(let declaration, let line):
      let subject = "The validity check of " + declaration.description
      message = FatalError(.checkUsesInjections, subject, " uses injections.")
      fix = "Resolve the dependencies of the check before: .cached { let clock = clock.resolve(); return { … } }."
      callSite = line
    case .keyMethod(let family):
      let subject = "A key of " + family.declaration.description
      message = FatalError(.keyUsesInjections, subject, " uses injections in ==, hash(into:) or description.")
      fix = "Store in the key what its methods compare, hash and describe."
      callSite = family.callSite
    case .context(let provider):
      let subject = "A context of the injection at " + provider.callSite.description
      message = FatalError(.contextUsesInjections, subject, " uses injections.")
      forbidden = ", or inspect an injection that has contexts"
      fix = "Determine from the environment or the arguments of the process whether the context is active."
      callSite = provider.callSite
    }
    message.add("This code runs while Vial searches or changes a list. ")
    message.add("It must not resolve, override, provide, clear, observe or open a scope" + forbidden + ".\n")
    message.add(fix: fix)
    message.stop(at: callSite)
  }
}

// MARK: - Required injections

extension FatalError {
  /// Stops because no implementation was provided for a required injection.
  static func unprovided(_ record: InjectionRecord, in scope: OverrideScope) -> Never {
    let declaration = record.declaration
    var requesters = Engine.waitingRequesters()
    // An override that resolves its original is waiting, too.
    if requesters.last?.isSame(as: .injection(declaration)) == true { requesters.removeLast() }
    let testName = scope.liveResolveReceiver?.testName
    let override = Engine.replacementResolvingOriginal(of: record)?.callSite
    let event = " is required, and no implementation was provided."
    let message = FatalError(.missingImplementation, declaration.description, event)
    message.add("Needed", record.publication.requiredPurpose)
    message.add("Needed by", requesters)
    message.add("Original of the override at", override)
    message.add("Withdrawn at", record.withdrawalCallSite(in: scope))
    message.add("Provided in another scope at", record.scopedImplementation?.callSite)
    message.add("Test", testName)
    message.add(fix: "Call provide(with:strategy:) on the injection where the application is composed.")
    message.add(fix: override == nil ? "In a test, override the injection." : "In the override, resolve no original.")
    if scope.liveResolveReceiver != nil || InjectionContext.test.isActive {
      message.add(fix: "For all tests, publish an instance with the injection: .when(.test, instance: …).")
    }
    if scope.isGlobal || record.scopedImplementation != nil {
      message.add(fix: "If an override scope provides it, run this code in that scope: scope.run { … }.")
    }
    message.stop(at: declaration.callSite)
  }

  /// Stops because an implementation is provided for an injection that is not required.
  static func notRequired(_ record: InjectionRecord, at callSite: CallSite) -> Never {
    let event = " was published with an instance, so no implementation can be provided."
    let message = FatalError(.notRequired, record.declaration.description, event)
    message.add("Provided at", callSite)
    message.add(fix: "Publish the injection with Injection.required(_:).")
    message.add(fix: "Override the injection.")
    message.stop(at: callSite)
  }

  /// Stops because required injections have no implementation when the overrides are sealed.
  static func unprovidedAtSeal(_ records: [InjectionRecord], at callSite: CallSite) -> Never {
    let message = FatalError(.missingImplementation, "Not every required injection has an implementation.", "")
    for record in records { message.add(record.declaration.description, record.publication.requiredPurpose) }
    message.add(fix: "Call provide(with:strategy:) on each of them before Overrides.seal(requiring:).")
    message.stop(at: callSite)
  }
}

// MARK: - Other errors

extension FatalError {
  /// Stops because an override was made in the global scope after the overrides were sealed.
  static func sealed(_ record: InjectionRecord, at seal: CallSite, overriddenAt callSite: CallSite) -> Never {
    let event = " was overridden after the overrides were sealed."
    let message = FatalError(.sealedOverride, record.declaration.description, event)
    message.add("Overridden at", callSite)
    message.add("Sealed at", seal)
    message.add(fix: "Override the injection before the seal, where the application is composed.")
    message.add(fix: "In a test, override it in a scope: .overrideScope { … }, or inOverrideScope { … } of XCTestCase.")
    message.add(fix: "To replace the implementation of a required injection at run time, provide it again.")
    message.stop(at: callSite)
  }

  /// Stops because a release action would never run.
  static func releaseActionIsUnused(_ record: InjectionRecord, _ provider: Provider) -> Never {
    let event = " has a release action, but no cache owns its instances."
    let message = FatalError(.unusedReleaseAction, record.declaration.description, event)
    message.add("Strategy", record.strategy(of: provider).description + ", at " + provider.callSite.description)
    message.add(fix: "Use a strategy whose instances a cache owns, such as .singleton or .flow(…).")
    message.add(fix: "Remove onRelease, and release what the instance uses in its deinitializer.")
    message.stop(at: record.callSite)
  }

  /// Stops because a recording, or a profile of some work, begins while an operation is running.
  package static func recordingInOperation(at callSite: CallSite) -> Never {
    let event = """
      a factory, an expression of a consumer, a deinitializer, a release action or an observer is running.
      """
    let message = FatalError(.recordingInOperation, "A recording or a profile began while ", event)
    message.add("The events of the work are delivered when the outermost operation is complete, ")
    message.add("so the result would be empty.\n")
    message.add(fix: "Record the outermost resolve: InjectionGraph.record { _ = injection.resolve() }.")
    message.stop(at: callSite)
  }
}
