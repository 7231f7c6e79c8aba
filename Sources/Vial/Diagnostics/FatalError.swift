/// The message of a programming error that stops the program: what happened, the facts, and the possible fixes.
///
/// The first line names the declaration of the injection. Two functions are not inlined, because the program with all messages
/// would be too large, as `.ci/codesize` measures it.
@MainActor struct FatalError {
  private var text: String

  private init(_ event: String) { text = event + "\n\n" }

  /// Adds a line with a fact, unless the fact is `nil`.
  @inline(never) private mutating func add(_ label: String, _ fact: String?) {
    text += fact.map { "    \(label): \($0)\n" } ?? ""
  }

  @inline(never) private mutating func add(fix: String) { text += "\n- " + fix }

  private func stop(at callSite: CallSite) -> Never { fatalError(text, file: callSite.file, line: UInt(callSite.line)) }
}

// MARK: - Cycles

extension FatalError {
  /// Stops because a factory needs the instance that it is building, directly or through other injections.
  static func cycle(from index: Int, _ record: InjectionRecord, _ provider: Provider) -> Never {
    var path = Engine.waiting(from: index, includingOwners: false)
    // An override that resolves its own injection is also waiting for its original.
    if path.count > 1, path.first == path.last { path.removeLast() }
    var message = FatalError(cycle: path)
    let activities = Engine.frames[index...].map(\.activity)
    let readers = activities.compactMap { if case .reading(let consumer) = $0 { consumer } else { nil } }
    for reader in readers { message.add("Read", reader.nameInMessages) }
    let onlyForwards = activities.allSatisfy { activity in
      if case .building(let built, let builder) = activity { builder.forwardingTarget(of: built) != nil } else { false }
    }
    let advice =
      if onlyForwards, path.count == 1 {
        "The injection provides for itself at \(provider.callSite). Name an instance or another injection."
      } else if onlyForwards {
        "These injections are provided or overridden with each other. Provide or override one of them with an instance."
      } else if path.count == 1, provider.isReplacement {
        "Resolve the original in the override at " + provider.callSite.description + ": override(with: { "
          + (provider.overridden !== record ? "_, original in original.resolve()" : "$0.resolve()") + " })."
      } else if !readers.isEmpty {
        "Break the cycle by reading the property later, in a method that uses it, not in a factory or an initializer."
      } else {
        "Break the cycle by making one of them consume the other with @Instance, which is resolved at its first read."
      }
    message.text += "\n" + advice
    #if DEBUG
    if currentTaskID() == nil { message.text += "\nIf a factory runs the run loop, let the factory return first." }
    #endif
    message.stop(at: provider.callSite)
  }

  /// Stops because the expression of an `@Instance` reads the property that it initializes.
  static func expressionReadsItsConsumer(_ consumer: AnyConsumer, from index: Int) -> Never {
    let path = Engine.waiting(from: index)
    var message = FatalError(cycle: path.isEmpty ? [.owner("a consumer")] : path)
    message.text += "\nName an injection in the expression of the property, without reading the property itself."
    message.stop(at: consumer.callSite)
  }

  /// Creates the message of a cycle, which lists each injection with the line that published it.
  private init(cycle path: [InjectionResolution.Requester]) {
    let names = path.map { requester in
      if case .injection(let declaration) = requester { declaration.typeName } else { requester.description }
    }
    self.init("Dependency cycle: " + (names + [names[0]]).joined(separator: " → "))
    let width = names.map(\.count).max() ?? 0
    for (requester, name) in zip(path, names) {
      text += "    " + name
      if case .injection(let declaration) = requester {
        text += String(repeating: " ", count: width - name.count + 3) + declaration.callSite.description
      }
      text += "\n"
    }
  }

  #if DEBUG
  /// Stops because another task resolves an injection while its factory runs, for example the run loop.
  static func builtForAnotherTask(_ record: InjectionRecord, _ provider: Provider) -> Never {
    var message = FatalError("\(record.declaration) was resolved by another task while its factory was running.")
    message.add("Factory", provider.callSite.description)
    message.add(fix: "Do not run the run loop in a factory, because it runs other tasks.")
    message.stop(at: provider.callSite)
  }
  #endif
}

// MARK: - Other errors

extension FatalError {
  /// Stops because code uses injections while an operation searches or changes a list.
  static func restrictedCodeUsesInjections(_ code: RestrictedCode) -> Never {
    var message: FatalError
    let (callSite, fix): (CallSite, String)
    switch code {
    case .validityCheck(let declaration):
      message = FatalError("The validity check of \(declaration) uses injections.")
      fix = "Resolve the dependencies of the check before: .cached { let clock = clock.resolve(); return { … } }."
      callSite = declaration.callSite
    case .keyMethod(let family):
      message = FatalError("A key of \(family.declaration) uses injections in ==, hash(into:) or description.")
      fix = "Store in the key what its methods compare, hash and describe."
      callSite = family.callSite
    case .context(let provider):
      message = FatalError("A context of the injection at \(provider.callSite) uses injections.")
      fix = "Determine from the environment or the arguments of the process whether the context is active."
      callSite = provider.callSite
    }
    message.text += "This code runs while an operation searches or changes a list. "
    message.text += "It must not resolve, override, provide, clear, observe or open a scope.\n"
    message.add(fix: fix)
    message.stop(at: callSite)
  }

  /// Stops because no implementation was provided for a required injection.
  static func unprovided(_ record: InjectionRecord, in scope: OverrideScope) -> Never {
    let declaration = record.declaration
    // The last requester is the required injection itself.
    let requesters = Engine.waiting().map(\.description).dropLast()
    let receiver = scope.liveResolveReceiver
    let override = Engine.replacementResolvingOriginal(of: record)?.callSite.description
    var message = FatalError(declaration.description + " is required, and no implementation was provided.")
    message.add("Needed", record.publication.requiredPurpose)
    message.add("Needed by", requesters.isEmpty ? nil : requesters.joined(separator: " → "))
    message.add("Original of the override at", override)
    message.add("Withdrawn at", record.withdrawalCallSite(in: scope)?.description)
    message.add("Provided in another scope at", record.scopedImplementation?.callSite.description)
    message.add("Test", receiver?.testName)
    message.add(fix: "Call provide(with:strategy:) on the injection where the application is composed.")
    message.add(fix: override == nil ? "In a test, override the injection." : "In the override, resolve no original.")
    if receiver != nil || InjectionContext.test.isActive {
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
    var message = FatalError(record.declaration.description + event)
    message.add("Provided at", callSite.description)
    message.add(fix: "Publish the injection with Injection.required(_:).")
    message.add(fix: "Override the injection.")
    message.stop(at: callSite)
  }

  /// Stops because an override was made in the global scope after the overrides were sealed.
  static func sealed(_ record: InjectionRecord, at seal: CallSite, overriddenAt callSite: CallSite) -> Never {
    var message = FatalError(record.declaration.description + " was overridden after the overrides were sealed.")
    message.add("Overridden at", callSite.description)
    message.add("Sealed at", seal.description)
    message.add(fix: "Override the injection before the seal, where the application is composed.")
    message.add(fix: "In a test, override it in a scope: .overrideScope { … }, or inOverrideScope { … } of XCTestCase.")
    message.add(fix: "To replace the implementation of a required injection at run time, provide it again.")
    message.stop(at: callSite)
  }

  /// Stops because required injections have no implementation when the overrides are sealed.
  static func unprovidedAtSeal(_ records: [InjectionRecord], at callSite: CallSite) -> Never {
    var message = FatalError("Not every required injection has an implementation.")
    for record in records { message.add(record.declaration.description, record.publication.requiredPurpose) }
    message.add(fix: "Call provide(with:strategy:) on each of them before Overrides.seal(requiring:).")
    message.stop(at: callSite)
  }

  /// Stops because a release action would never run.
  static func releaseActionIsUnused(_ record: InjectionRecord, _ provider: Provider) -> Never {
    var message = FatalError("\(record.declaration) has a release action, but no cache owns its instances.")
    message.add("Strategy", "\(record.strategy(of: provider)), at \(provider.callSite)")
    message.add(fix: "Use a strategy whose instances a cache owns, such as .singleton or .flow(…).")
    message.add(fix: "Remove onRelease, and release what the instance uses in its deinitializer.")
    message.stop(at: record.callSite)
  }
}
