/// What runs in an operation.
enum Activity {
  /// A provider builds an instance of an injection.
  case building(InjectionRecord, Provider)

  /// A consumer resolves its injection.
  case reading(AnyConsumer)

  /// Removed instances are released, so release actions and deinitializers run.
  case releasing
}

/// An activity that is running. Frames detect dependency cycles, and name requesters in messages and events.
struct Frame {
  let activity: Activity

  /// The scope of a build, or the scope of the code that reads a consumer; `nil` for releases, each of which has its scope.
  let scope: OverrideScope?

  /// The number of instances that are being built, in this frame and outside.
  let buildDepth: Int

  /// Whether the instance that is being built may be cached.
  ///
  /// It may not be cached if a provider that its factory may have used was removed during the build.
  var canCache = true

  #if DEBUG
  /// The task that runs the activity, because only a resolve of the same task closes a cycle.
  let taskID = currentTaskID()
  #endif

  init(_ activity: Activity, in scope: OverrideScope?, buildDepth: Int) {
    self.activity = activity
    self.scope = scope
    self.buildDepth = buildDepth
  }

  /// Whether a provider is building an instance of one injection, or of any injection.
  func isBuilding(by provider: Provider, _ record: InjectionRecord? = nil) -> Bool {
    guard case .building(let builtRecord, let builder) = activity else { return false }
    return builder === provider && (record == nil || record === builtRecord)
  }
}

@MainActor extension Frame {
  /// The requester that messages name, which is waiting for an instance.
  ///
  /// Events name the creator of a consumer instead of the owner, see `Engine.eventRequester`.
  var waiting: InjectionResolution.Requester? {
    switch activity {
    case .building(let record, _): .injection(record.declaration)
    case .reading(let consumer): consumer.ownerName.map { .owner($0) }
    case .releasing: nil
    }
  }

  /// Whether the instance that is being built may have captured an instance of a provider that was removed.
  func isAffected(byRemovalOf provider: Provider, from removedScope: OverrideScope) -> Bool {
    guard provider.isReplacement else { return isBuilding(by: provider) }
    guard let scope else { return false }
    return scope.firstVisible { $0 === removedScope ? true : nil } == true
  }
}

// MARK: - Questions about the frames

extension Engine {
  /// The number of instances that are being built.
  package static var buildDepth: Int { frames.isEmpty ? 0 : frames[frames.count - 1].buildDepth }

  /// Whether the instance that is being built may be cached.
  static var canCache: Bool { frames.isEmpty || frames[frames.count - 1].canCache }

  /// Whether no instance is being built and no consumer is being read.
  static var isIdle: Bool {
    frames.allSatisfy { frame in
      if case .releasing = frame.activity { true } else { false }
    }
  }

  /// The consumer whose read is the innermost activity.
  package static var readingConsumer: AnyConsumer? {
    if case .reading(let consumer)? = frames.last?.activity { consumer } else { nil }
  }

  /// The override that is resolving an injection, as its original or because it forwards to the injection.
  static func replacementResolving(_ record: InjectionRecord) -> Provider? {
    guard case .building(let overridden, let provider)? = frames.last?.activity, provider.isReplacement else { return nil }
    return overridden === record || provider.forwardingTarget(of: overridden) === record ? provider : nil
  }

  /// The consumer whose read is the outermost activity.
  package static var outermostReader: AnyConsumer? {
    if case .reading(let consumer)? = frames.first?.activity { consumer } else { nil }
  }

  /// The provider of the override that is resolving its original.
  static func replacementResolvingOriginal(of record: InjectionRecord) -> Provider? {
    guard case .building(let overridden, let provider)? = frames.last?.activity else { return nil }
    return overridden === record && provider.isReplacement ? provider : nil
  }

  /// The scope of the code that runs: the scope in which the outermost build or read began, or the current scope.
  package static var codeScope: OverrideScope {
    for frame in frames { if let scope = frame.scope { return scope } }
    return .current
  }

  /// The requester of the resolve that is beginning, for events.
  ///
  /// A resolve in a task that a factory has started is attributed to the injection of the factory.
  static var eventRequester: InjectionResolution.Requester? {
    switch frames.last?.activity {
    case .reading(let consumer): consumer.requester
    case .building(let record, _): .injection(record.declaration)
    case .releasing: nil
    case nil: TaskContext.injection.map { .injection($0) }
    }
  }

  /// The injections and the owners of consumers that are waiting, the outermost first.
  ///
  /// The providers of one injection, such as an override and its original, follow each other and are listed once.
  static func waitingRequesters(from start: Int = 0, includingOwners: Bool = true) -> [InjectionResolution.Requester] {
    var waiting: [InjectionResolution.Requester] = []
    for frame in frames[start...] {
      guard let next = frame.waiting else { continue }
      switch next {
      case .injection: if next == waiting.last { continue }
      case .owner: if !includingOwners { continue }
      }
      waiting.append(next)
    }
    return waiting
  }
}

// MARK: - Cycles

extension Engine {
  /// The number of builds that can be nested of one injection, each in another scope, or of the keys of one family.
  ///
  /// Such builds never repeat in one scope. Without this limit, an endless recursion would overflow the stack without a message.
  private static let maximumNestedBuilds = 500

  /// Stops the program if the same provider is building an instance in the same scope.
  static func stopIfCyclic(_ record: InjectionRecord, _ provider: Provider, in scope: OverrideScope) {
    let build = frames.firstIndex { frame in frame.scope === scope && frame.isBuilding(by: provider, record) }
    guard let build else { return }
    #if DEBUG
    if frames[build].taskID != currentTaskID() { FatalError.builtForAnotherTask(record, provider) }
    #endif
    FatalError.cycle(from: build, record, provider)
  }

  /// Stops the program if too many builds of one provider, or of published keys of one family, are nested.
  static func stopIfEndless(_ runningBuilds: Int, _ record: InjectionRecord, _ provider: Provider) {
    if runningBuilds > maximumNestedBuilds {
      FatalError.nestedBuilds(of: record, provider, limit: maximumNestedBuilds)
    }
  }

  /// Stops the program if the expression that names the injection of a consumer reads the same consumer.
  static func stopIfReading(_ consumer: AnyConsumer) {
    for index in frames.indices.reversed() {
      guard case .reading(let other) = frames[index].activity else { break }
      if other === consumer { FatalError.expressionReadsItsConsumer(consumer, from: index) }
    }
  }

  /// The consumers that are being read, from a frame on.
  static func readers(from start: Int) -> [AnyConsumer] {
    var readers: [AnyConsumer] = []
    for frame in frames[start...] {
      if case .reading(let consumer) = frame.activity { readers.append(consumer) }
    }
    return readers
  }

  /// Whether all frames, from one on, are builds that resolve another injection instead.
  static func onlyForwards(from start: Int) -> Bool {
    frames[start...].allSatisfy { frame in
      guard case .building(let record, let provider) = frame.activity else { return false }
      return provider.forwardingTarget(of: record) != nil
    }
  }
}
