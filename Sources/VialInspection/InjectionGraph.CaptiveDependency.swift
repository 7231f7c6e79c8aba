public import Vial

extension InjectionGraph {
  /// A longer-lived instance that retains a shorter-lived one.
  ///
  /// For example, a singleton retains an instance of a flow. When the flow is cleared, the singleton continues to use
  /// the old instance. The same happens when the retained instance expires.
  ///
  /// ```swift
  /// let graph = InjectionGraph.record { _ = database.resolve() }
  /// #expect(graph.captiveDependencies.isEmpty)
  /// ```
  ///
  /// Instances of `.onDemand` and `.shared` injections live as long as their owners, so they are never captives. The
  /// instances that they retain are attributed to their owners. An instance of a flow is not a captive of an instance
  /// that is evicted when the same flow is cleared.
  ///
  /// An instance that a factory resolved is considered retained. An instance that a consumer has read is retained until
  /// the consumer is reset, assigned or deallocated. A ``/Vial/WeakInstance`` and a ``/Vial/DynamicInstance``
  /// retain nothing that they have read.
  public struct CaptiveDependency: Sendable, Hashable, CustomStringConvertible {
    /// The longer-lived injection.
    public let holder: InjectionDeclaration

    /// The shorter-lived injection, whose instance the holder retains.
    public let captive: InjectionDeclaration

    /// A sentence with the holder, the captive and the path between them.
    public let description: String
  }
}

extension InjectionGraph.CaptiveDependency {
  /// Creates the description of a captive that its holder retains through other instances.
  init(of holder: InjectionResolution, _ captive: InjectionResolution, through path: [InjectionResolution]) {
    self.holder = holder.declaration
    self.captive = captive.declaration
    let through = path.map { ", through \($0.summary)" }.joined()
    description = "\(holder.summary), holds \(captive.summary)\(through)"
  }
}

extension InjectionStrategy {
  /// Whether a cache with this strategy can retain an instance longer than the cache of another strategy does.
  ///
  /// If both strategies have a validity check, only their flows are compared, because either check can fail first.
  @MainActor func outlives(_ other: InjectionStrategy) -> Bool {
    if other.canExpire, !canExpire { return true }
    guard let otherFlow = other.flow else { return false }
    guard let flow else { return true }
    return !otherFlow.contains(flow)
  }

  /// Whether an instance can be replaced at any resolve, because its check fails.
  private var canExpire: Bool {
    switch lifetime {
    case .expiring, .cached: true
    case .onDemand, .shared, .singleton, .flow: false
    }
  }
}

extension InjectionResolution {
  /// The injection and its strategy.
  var summary: String { "\(declaration), \(strategy)" }
}
