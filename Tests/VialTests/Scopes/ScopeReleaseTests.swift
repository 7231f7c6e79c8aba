import Testing
import Vial

/// A scope releases its instances in the scope, the most recent instance first (rules 21 and 29).
@MainActor struct ScopeReleaseTests {
  /// The reason why a scope releases an instance.
  private enum Cause: CaseIterable {
    case end, clear, clearFromAnInnerScope, flow, flowFromAnInnerScope, rollback, rollbackFromOutside
    case expiry, withdrawal, replacementFromOutside, endOfTheBlock
  }

  /// The results that the release action and the deinitializer of an instance have resolved.
  @MainActor private final class Log {
    var actions: [String] = []
    var deinitializers: [String] = []
    var scopes: [ObjectIdentifier] = []
  }

  /// A connection that reads a clock when it is closed and when it is deallocated.
  @MainActor private final class Connection {
    private let log: Log
    private let clock: Injection<String>
    private let part: OnDeinit

    init(_ log: Log, _ clock: Injection<String>) {
      (self.log, self.clock) = (log, clock)
      part = OnDeinit {
        log.deinitializers.append(clock.resolve())
        log.scopes.append(ObjectIdentifier(OverrideScope.current))
      }
    }

    func close() {
      log.actions.append(clock.resolve())
      log.scopes.append(ObjectIdentifier(OverrideScope.current))
    }
  }

  private let flow = InjectionFlow("flow")
  private let clock = Injection(strategy: .singleton, instance: "live")

  @Test func releaseActionAndDeinitializerSeeTheOverridesOfTheScope() {
    for cause in Cause.allCases { expectReleaseInTheScope(cause) }
  }

  private func expectReleaseInTheScope(_ cause: Cause) {
    let log = Log()
    var isValid = true
    let strategy: InjectionStrategy = cause == .expiry ? .cached(in: flow) { { isValid } } : .flow(flow)
    let required = Injection<Connection>.required("a connection").onRelease { $0.close() }
    let other = Injection(strategy: .singleton, instance: 1)
    let published = Injection(strategy: strategy) { Connection(log, clock) }.onRelease { $0.close() }
    let isProvided = cause == .withdrawal || cause == .replacementFromOutside
    let connection = isProvided ? required : published
    let scope = OverrideScope(.isolated)
    scope.run {
      clock.override(with: "fixed")
      if cause == .withdrawal { required.provide { Connection(log, clock) } }
      if cause == .replacementFromOutside {
        OverrideScope.global.run { _ = required.provide { Connection(log, clock) } }
      }
    }
    let token = scope.run { other.override(with: 2) }

    if cause == .endOfTheBlock {
      withOverrideScope(.isolated) {
        clock.override(with: "fixed")
        _ = connection.resolve()
        log.scopes.append(ObjectIdentifier(OverrideScope.current))
      }
      log.scopes.removeFirst()
    } else {
      scope.run { _ = connection.resolve() }
    }
    isValid = false
    switch cause {
    case .end: scope.end()
    case .clear: scope.run { connection.clear() }
    case .clearFromAnInnerScope: scope.run { withOverrideScope { connection.clear() } }
    case .flow: scope.run { flow.clear() }
    case .flowFromAnInnerScope: scope.run { withOverrideScope { flow.clear() } }
    case .rollback: scope.run { _ = other.rollbackOverride() }
    case .rollbackFromOutside: token.rollback()
    case .expiry: scope.run { _ = connection.resolve() }
    case .withdrawal: scope.run { _ = required.withdraw() }
    case .replacementFromOutside: required.provide(with: Connection(Log(), clock))
    case .endOfTheBlock: break
    }

    expectEqual(log.actions, ["fixed"], "\(cause)")
    expectEqual(log.deinitializers, ["fixed"], "\(cause)")
    if cause != .endOfTheBlock {
      expectEqual(log.scopes, Array(repeating: ObjectIdentifier(scope), count: 2), "\(cause)")
    }
    token.rollback()
    required.withdraw()
    scope.end()
  }

  // MARK: The order

  @Test func droppedScopeReleasesTheInstancesOfAllProvidersNewestFirst() {
    for kind in OverrideScope.Kind.all {
      let (counter, order) = (InstanceCounter(), Variable<[Int]>([]))
      let family = InjectionFamily<Int, Recorded>(strategy: .flow(flow)) { _ in Recorded(counter, order) }
      let required = Injection<Recorded>.required("an object")
      let overridden = (0..<10).map { _ in Injection(strategy: .singleton) { Recorded(counter, order) } }
      var scope: OverrideScope? = OverrideScope(kind)
      scope?.run {
        required.provide { Recorded(counter, order) }
        for injection in overridden { injection.override(with: Recorded(counter, order)) }
        for number in 0..<10 {
          _ = family.resolve(number)
          _ = overridden[number].resolve()
          if number == 5 { _ = required.resolve() }
        }
      }

      scope = nil

      expectEqual(order.content, (1...21).reversed(), "\(kind)")
    }
  }

  @Test func nestedScopesThatAreDroppedReleaseNewestFirst() {
    let (counter, order) = (InstanceCounter(), Variable<[Int]>([]))
    let injection = Injection(strategy: .singleton) { Recorded(counter, order) }
    var innermost: OverrideScope? = OverrideScope(.isolated)
    for _ in 0..<10 {
      innermost?.run { _ = injection.resolve() }
      innermost = innermost?.run { OverrideScope(.fresh) }
    }

    innermost = nil

    expectEqual(order.content, (1...10).reversed())
  }

  /// A dropped scope has not ended, so it still caches what its members build.
  @Test func instanceThatADeinitializerBuildsInADroppedScopeIsReleasedWithTheScope() {
    for hasEnded in [false, true] {
      let counter = InstanceCounter()
      let part = Injection(strategy: .singleton, instance: CountedObject(counter))
      let reader = Injection(strategy: .shared) { ReaderInDeinit(part) }
      var scope: OverrideScope? = OverrideScope(.isolated)
      weak let member = scope
      var held: ReaderInDeinit? = scope?.run { reader.resolve() }
      expect(held != nil)

      if hasEnded { scope?.end() }
      scope = nil
      expect(member != nil, "ended: \(hasEnded)")
      held = nil

      expectEqual(counter.built, 1, "ended: \(hasEnded)")
      expectEqual(counter.alive, 0, "ended: \(hasEnded)")
      expect(member == nil, "ended: \(hasEnded)")
    }
  }

  /// A scope that is deallocated runs no code, so the code that drops it is in another scope, which caches what is built.
  @Test func deinitializerOfAnInstanceOfADroppedScopeBuildsInTheScopeOfTheCode() {
    let counter = InstanceCounter()
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let whole = Injection(strategy: .singleton, instance: OnDeinit { _ = part.resolve() })
    var dropped: OverrideScope? = OverrideScope(.isolated)
    weak let gone = dropped
    dropped?.run { _ = whole.resolve() }

    let codeScope = OverrideScope(.isolated)
    codeScope.run { dropped = nil }

    expect(gone == nil)
    expectEqual(counter.alive, 1)
    expect(codeScope.run { part.current } != nil)
    expect(part.current == nil)
    codeScope.end()
    expectEqual(counter.alive, 0)
  }
}

/// An object whose deinitializer reads a consumer for the first time.
@MainActor private final class ReaderInDeinit {
  @DynamicInstance private var part: CountedObject

  init(_ part: Injection<CountedObject>) { _part = DynamicInstance(part) }

  deinit {
    let part = _part
    MainActor.assumeIsolated { _ = part.wrappedValue }
  }
}
