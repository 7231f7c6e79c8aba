/// The factories, first reads, validity checks and releases that are running, the outermost first.
///
/// The stack detects dependency cycles, names requesters in messages, and remembers which of the instances that are being
/// built must not be cached.
@MainActor enum ResolutionStack {
  /// An activity and the scope in which it runs.
  struct Frame {
    let activity: Activity
    let scope: OverrideScope

    /// Whether the instance that is being built may be cached.
    ///
    /// The instance may not be cached if a provider that its factory may have used was removed during the build.
    var canCache = true
  }

  enum Activity {
    /// A provider builds an instance of an injection.
    case building(InjectionStorage, Provider)

    /// A consumer is read for the first time.
    case reading(AnyConsumer)

    /// A validity check of an injection runs.
    case validating(InjectionStorage)

    /// Evicted instances are released, so release actions and deinitializers run.
    case releasing
  }

  @safe @exclusivity(unchecked) private(set) static var frames: [Frame] = []

  /// Whether a validity check is running, which must not use injections.
  private(set) static var isValidating = false

  // MARK: Pushing and popping

  /// Begins to build an instance; stops the program if the same instance is being built already.
  static func push(building storage: InjectionStorage, _ provider: Provider, in scope: OverrideScope) {
    if storage.runningBuilds > 0 { stopIfCyclic(storage, provider, in: scope) }
    storage.runningBuilds += 1
    frames.append(Frame(activity: .building(storage, provider), scope: scope))
  }

  /// Stops the program if the same provider is building an instance in the same scope.
  ///
  /// A factory that resolves its own injection in a new scope each time never builds twice in one scope, so more than 100
  /// nested builds stop the program, too.
  private static func stopIfCyclic(_ storage: InjectionStorage, _ provider: Provider, in scope: OverrideScope) {
    let builds = frames.indices.filter { frames[$0].isBuilding(storage, provider) }
    let buildInScope = builds.first { frames[$0].scope === scope }
    // The message about nested scopes shows one turn of the cycle, which begins at the innermost build.
    if let build = buildInScope ?? (builds.count > 100 ? builds.last : nil) {
      FatalErrors.cycle(from: build, storage, provider)
    }
  }

  private static func push(_ activity: Activity, in scope: OverrideScope) {
    frames.append(Frame(activity: activity, scope: scope))
  }

  /// Ends the innermost activity.
  static func pop() {
    if case .building(let storage, _) = frames.removeLast().activity { storage.runningBuilds -= 1 }
  }

  /// Begins the first read of a consumer; stops the program if the expression that names the injection reads the same
  /// consumer.
  static func push(reading consumer: AnyConsumer, in scope: OverrideScope) {
    for frame in frames.reversed() {
      guard case .reading(let other) = frame.activity else { break }
      if other === consumer { FatalErrors.expressionReadsItsConsumer(consumer) }
    }
    push(.reading(consumer), in: scope)
  }

  /// Runs work that releases evicted instances.
  static func release(_ work: () -> Void) {
    if frames.isEmpty { return work() }
    push(.releasing, in: .global)
    work()
    pop()
  }

  /// Runs the validity check of an injection.
  static func validate(_ check: ValidityCheck, of storage: InjectionStorage, in scope: OverrideScope) -> Bool {
    push(.validating(storage), in: scope)
    let couldSkipSearch = Resolution.canSkipSearch
    (isValidating, Resolution.canSkipSearch) = (true, false)
    defer {
      (isValidating, Resolution.canSkipSearch) = (false, couldSkipSearch)
      pop()
    }
    return check.isValid()
  }

  /// Stops the program, because the validity check that is running uses injections.
  static func stopInValidityCheck() {
    for frame in frames.reversed() {
      guard case .validating(let storage) = frame.activity else { continue }
      FatalErrors.validityCheckUsesInjections(storage)
    }
  }

  // MARK: Caching

  /// Whether the instance that is being built may be cached.
  static var canCache: Bool { frames.last?.canCache != false }

  /// Prevents caching of the instances that are being built and may have captured an instance of a removed provider.
  ///
  /// For an override, these are all instances in scopes that see it; for an implementation, its own instances.
  static func preventCaching(after provider: Provider, removedFrom scope: OverrideScope) {
    for index in frames.indices {
      let frame = frames[index]
      let isAffected =
        provider.isOverride ? frame.scope.visibleScopes.contains { $0 === scope } : frame.isBuilding(by: provider)
      if isAffected { frames[index].canCache = false }
    }
  }

  // MARK: Requesters

  /// Whether the innermost activity is the first read of a consumer.
  static var isReading: Bool { if case .reading? = frames.last?.activity { true } else { false } }

  static var isEmpty: Bool { frames.isEmpty }

  /// The number of instances that are being built.
  static var buildDepth: Int { frames.count { if case .building = $0.activity { true } else { false } } }

  /// The requester of the resolve that is beginning, for events.
  ///
  /// A resolve in a task that a factory has started is attributed to the injection of the factory.
  static var eventRequester: InjectionResolution.Requester? {
    switch frames.last?.activity {
    case .reading(let consumer): consumer.requester
    case .building, .validating: frames.last?.requester
    case .releasing: nil
    case nil: TaskContext.injection.map { .injection($0) }
    }
  }

  /// Whether an override that forwards to an injection is resolving that injection.
  static func isForwarding(to storage: InjectionStorage) -> Bool {
    guard case .building(_, let provider)? = frames.last?.activity else { return false }
    return provider.isOverride && provider.forwardingTarget === storage
  }

  /// A step of a dependency cycle: an injection, and the consumers that are read while its factory runs.
  typealias Step = (requester: InjectionResolution.Requester, consumers: [AnyConsumer])

  /// The injections that are waiting, from a frame that builds one of them.
  static func steps(from start: Int) -> [Step] {
    var steps: [Step] = []
    for frame in frames[start...] {
      if case .reading(let consumer) = frame.activity {
        steps[steps.count - 1].consumers.append(consumer)
      } else if let requester = frame.requester, requester != steps.last?.requester {
        steps.append((requester, []))
      }
    }
    return steps
  }

  /// The injections and the owners of consumers that are waiting, the outermost first.
  ///
  /// The providers of one injection, such as an override and its original, follow each other and are listed once.
  static func requesters() -> [InjectionResolution.Requester] {
    var requesters: [InjectionResolution.Requester] = []
    for frame in frames {
      guard let requester = frame.requester else { continue }
      if case .injection = requester, requester == requesters.last { continue }
      requesters.append(requester)
    }
    return requesters
  }
}

extension ResolutionStack.Frame {
  @MainActor fileprivate func isBuilding(_ storage: InjectionStorage, _ provider: Provider) -> Bool {
    guard case .building(let other, _) = activity else { return false }
    return other === storage && isBuilding(by: provider)
  }

  @MainActor fileprivate func isBuilding(by provider: Provider) -> Bool {
    guard case .building(_, let other) = activity else { return false }
    return other === provider
  }

  /// The requester that messages name.
  ///
  /// Events name the creator of a consumer instead of the owner, see `eventRequester`.
  @MainActor var requester: InjectionResolution.Requester? {
    switch activity {
    case .building(let storage, _), .validating(let storage): .injection(storage.declaration)
    case .reading(let consumer): consumer.ownerName.map { .owner($0) }
    case .releasing: nil
    }
  }
}
