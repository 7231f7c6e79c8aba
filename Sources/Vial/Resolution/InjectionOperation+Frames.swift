// The activities of the running operations: they detect dependency cycles, and name requesters in messages and events.

extension InjectionOperation {
  /// An activity and the scope in which it runs.
  struct Frame {
    let activity: Activity
    let scope: OverrideScope

    #if DEBUG
    /// The task that runs the activity, because only a resolve of the same task closes a cycle.
    let taskID = currentTaskID()
    #endif

    /// Whether the instance that is being built may be cached.
    ///
    /// The instance may not be cached if a provider that its factory may have used was removed during the build.
    var canCache = true
  }

  enum Activity {
    /// A provider builds an instance of an injection.
    case building(InjectionStorage, Provider)

    /// A consumer resolves its injection.
    case reading(AnyConsumer)

    /// Evicted instances are released, so release actions and deinitializers run.
    case releasing
  }

  /// The activities that are running, the outermost first.
  ///
  /// Unchecked for the row "resolve a chain of 1,000 on-demand factories on a stack of 1 MiB".
  @safe @exclusivity(unchecked) private(set) static var frames: [Frame] = []

  private static var runningBuilds = 0

  /// The number of instances that are being built.
  package static var buildDepth: Int { runningBuilds }

  // MARK: Running an activity

  /// Pushes a frame while an activity runs.
  static func run<R>(_ activity: Activity, in scope: OverrideScope, _ body: () -> R) -> R {
    push(activity, in: scope)
    let result = body()
    _ = pop()
    return result
  }

  /// Performs a read that resolves the injection of a consumer.
  ///
  /// This stops the program if the expression that names the injection reads the same consumer.
  static func perform<R>(reading consumer: AnyConsumer, _ body: (_ reader: OverrideScope) -> R) -> R {
    perform {
      stopIfReading(consumer)
      let reader = OverrideScope.current
      return run(.reading(consumer), in: reader) { body(reader) }
    }
  }

  /// Builds an instance, and returns whether the instance may be cached.
  ///
  /// This stops the program if the same instance is being built already. A search for that build is necessary only if the
  /// injection and the provider are both building, which keeps chains of factories and of decorators linear.
  static func build<R>(
    _ storage: InjectionStorage,
    by provider: Provider,
    in scope: OverrideScope,
    _ body: () -> R
  ) -> (result: R, canCache: Bool) {
    if storage.runningBuilds > 0, provider.runningBuilds > 0 { stopIfCyclic(storage, provider, in: scope) }
    storage.runningBuilds += 1
    provider.runningBuilds += 1
    runningBuilds += 1
    push(.building(storage, provider), in: scope)
    let result = body()
    return (result, pop())
  }

  private static func push(_ activity: Activity, in scope: OverrideScope) {
    frames.append(Frame(activity: activity, scope: scope))
  }

  /// Ends the innermost activity, and returns whether the instance that it has built may be cached.
  private static func pop() -> Bool {
    let frame = frames.removeLast()
    if case .building(let storage, let provider) = frame.activity {
      storage.runningBuilds -= 1
      provider.runningBuilds -= 1
      runningBuilds -= 1
    }
    return frame.canCache
  }

  /// Prevents caching of the instances that are being built and may have captured an instance of a removed provider.
  ///
  /// For an override, these are all instances in scopes that see it; for an implementation, its own instances.
  static func preventCaching(after provider: Provider, removedFrom scope: OverrideScope) {
    for index in frames.indices where frames[index].isAffected(byRemovalOf: provider, from: scope) {
      frames[index].canCache = false
    }
  }

  // MARK: Faults

  /// The number of nested builds of one injection by one provider, each in another scope, that stops the program.
  ///
  /// A factory that resolves its own injection in a new scope never builds twice in one scope. Without this limit, such a
  /// cycle would overflow the stack without a message.
  private static let maximumRecursion = 500

  /// Stops the program if the same provider is building an instance in the same scope.
  private static func stopIfCyclic(_ storage: InjectionStorage, _ provider: Provider, in scope: OverrideScope) {
    let builds = frames.indices.filter { frames[$0].isBuilding(by: provider, storage) }
    let buildInScope = builds.first { frames[$0].scope === scope }
    // The message about nested scopes shows one turn of the cycle, which begins at the innermost build.
    if let build = buildInScope ?? (builds.count > maximumRecursion ? builds.last : nil) {
      #if DEBUG
      if frames[build].taskID != currentTaskID() { FatalError.builtForAnotherTask(storage, provider) }
      #endif
      FatalError.cycle(from: build, storage, provider)
    }
  }

  private static func stopIfReading(_ consumer: AnyConsumer) {
    for index in frames.indices.reversed() {
      guard case .reading(let other) = frames[index].activity else { break }
      if other === consumer { FatalError.expressionReadsItsConsumer(consumer, from: index) }
    }
  }

  // MARK: The innermost activity

  /// Whether the instance that is being built may be cached.
  static var canCache: Bool { frames.last?.canCache != false }

  /// The consumer whose read is the innermost activity.
  package static var readingConsumer: AnyConsumer? {
    if case .reading(let consumer)? = frames.last?.activity { consumer } else { nil }
  }

  /// The override that is resolving an injection, as its original or because it forwards to the injection.
  static func buildingOverride(of storage: InjectionStorage) -> Provider? {
    guard case .building(let overridden, let provider)? = frames.last?.activity, provider.isOverride else { return nil }
    return overridden === storage || provider.forwardingTarget(of: overridden) === storage ? provider : nil
  }

  /// The consumer whose read is the outermost activity.
  package static var outermostReader: AnyConsumer? {
    if case .reading(let consumer)? = frames.first?.activity { consumer } else { nil }
  }

  /// The override of an injection that is resolving its original, which is being built.
  static func overrideResolvingOriginal(of storage: InjectionStorage) -> Provider? {
    guard case .building(let overridden, let provider)? = frames.dropLast().last?.activity else { return nil }
    return overridden === storage && provider.isOverride ? provider : nil
  }

  /// The scope of the code that runs: the scope in which the outermost activity began, or the current scope.
  package static var codeScope: OverrideScope { frames.first?.scope ?? .current }

  // MARK: Requesters

  /// The requester of the resolve that is beginning, for events.
  ///
  /// A resolve in a task that a factory has started is attributed to the injection of the factory.
  static var eventRequester: InjectionResolution.Requester? {
    switch frames.last?.activity {
    case .reading(let consumer): consumer.requester
    case .building(let storage, _): .injection(storage.declaration)
    case .releasing: nil
    case nil: TaskContext.injection.map { .injection($0) }
    }
  }

  /// The injections and the owners of consumers that are waiting, the outermost first.
  ///
  /// The providers of one injection, such as an override and its original, follow each other and are listed once.
  static func requesters(from start: Int = 0, includingOwners: Bool = true) -> [InjectionResolution.Requester] {
    var requesters: [InjectionResolution.Requester] = []
    for frame in frames[start...] {
      guard let requester = frame.requester else { continue }
      switch requester {
      case .injection: if requester == requesters.last { continue }
      case .owner: if !includingOwners { continue }
      }
      requesters.append(requester)
    }
    return requesters
  }
}

@MainActor extension InjectionOperation.Frame {
  /// The requester that messages name.
  ///
  /// Events name the creator of a consumer instead of the owner, see `eventRequester`.
  var requester: InjectionResolution.Requester? {
    switch activity {
    case .building(let storage, _): .injection(storage.declaration)
    case .reading(let consumer): consumer.ownerName.map { .owner($0) }
    case .releasing: nil
    }
  }

  /// Whether the instance that is being built may have captured an instance of a provider that was removed.
  func isAffected(byRemovalOf provider: Provider, from removedScope: OverrideScope) -> Bool {
    provider.isOverride ? scope.visibleScopes.contains { $0 === removedScope } : isBuilding(by: provider)
  }

  /// Whether a provider is building an instance of one injection, or of any injection.
  fileprivate func isBuilding(by provider: Provider, _ storage: InjectionStorage? = nil) -> Bool {
    guard case .building(let builtStorage, let builder) = activity else { return false }
    return builder === provider && (storage == nil || storage === builtStorage)
  }
}
