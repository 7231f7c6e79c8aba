import Testing

@testable import Vial

/// When the core calls the hooks that `VialTesting` sets, in a process with or without `VialTesting`.
@MainActor struct TestHooksTests {
  let counter = InstanceCounter()

  // MARK: Overrides and implementations

  @Test func overridesAndImplementationsAreRecordedUnlessTheScopeHasEnded() {
    let outer = TestHooks.onUndoableChange
    defer { TestHooks.onUndoableChange = outer }
    var undos: [() -> Void] = []
    TestHooks.onUndoableChange = { undos.append($0) }
    let injection = Injection(strategy: .onDemand, instance: "live")
    let required = Injection<String>.required("a text")
    let scope = OverrideScope(.isolated)

    scope.run {
      injection.override(with: "mock")
      required.provide(with: "provided")
      expectEqual(undos.count, 2)
      for undo in undos { undo() }
      expectEqual(injection.resolve(), "live")
      expect(!required.isProvided)
    }
    scope.end()
    scope.run {
      injection.override(with: "late")
      required.provide(with: "late")
    }
    expectEqual(undos.count, 2)
  }

  @Test func overrideIsObservedWithItsScope() {
    let outer = TestHooks.onOverride
    defer { TestHooks.onOverride = outer }
    var observed: [(token: Override, scope: OverrideScope)] = []
    TestHooks.onOverride = { token, scope in observed.append((token, scope)) }
    let injection = Injection(strategy: .onDemand, instance: 1)
    let scope = OverrideScope(.isolated)

    let token = scope.run { injection.override(with: 2) }

    expectEqual(observed.map(\.token.callSite), [token.callSite])
    expect(observed.first?.scope === scope)
  }

  @Test func permissionIsObservedWithAnOwnerThatKeepsTheKeyOfAFamilyInUse() {
    let outer = TestHooks.onPermission
    defer { TestHooks.onPermission = outer }
    var observed: [(declaration: InjectionDeclaration, owner: Any, includesDependencies: Bool)] = []
    TestHooks.onPermission = { observed.append(($0, $1, $2)) }
    let number = Injection(strategy: .onDemand, instance: 1)
    let text = Injection(strategy: .onDemand, instance: "text")
    let family = InjectionFamily<Int, Int>(strategy: .onDemand) { $0 }

    number.allowLive()
    family.allowLive(includingDependencies: true)
    family[1].allowLive()
    allowLive(number, text, includingDependencies: true)

    let declarations = [number.declaration, family.declaration, family[1].declaration, number.declaration]
    expectEqual(observed.map(\.declaration), declarations + [text.declaration])
    expectEqual(observed.map(\.includesDependencies), [false, true, false, true, true])
    expectEqual(observed.map { $0.owner is Injection<Int> }, [false, false, true, false, false])
  }

  #if DEBUG
  // MARK: Reads

  /// Returns how often the observer of reads is called for a consumer while a body runs.
  private func reads(of consumer: AnyConsumer, _ body: () -> Void) -> Int {
    let outer = TestHooks.onRead
    defer { TestHooks.onRead = outer }
    var count = 0
    TestHooks.onRead = { if $0 === consumer { count += 1 } }
    body()
    return count
  }

  @Test func readsOfTheInstanceThatAnInjectionProvidesAreObserved() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let instance = Instance(injection)
    let dynamic = DynamicInstance(injection)
    let weak = WeakInstance(injection)

    // Each consumer is read twice, and twice after an assignment.
    expectEqual(reads(of: instance.consumer) { _ = (instance(), instance()) }, 2)
    expectEqual(reads(of: dynamic.consumer) { _ = (dynamic(), dynamic()) }, 2)
    expectEqual(reads(of: weak.consumer) { _ = (weak(), weak()) }, 2)
    let assigned = CountedObject(counter, "assigned")
    instance.wrappedValue = assigned
    dynamic.wrappedValue = assigned
    weak.wrappedValue = assigned
    expectEqual(reads(of: instance.consumer) { _ = (instance(), instance()) }, 0)
    expectEqual(reads(of: dynamic.consumer) { _ = (dynamic(), dynamic()) }, 0)
    expectEqual(reads(of: weak.consumer) { _ = (weak(), weak()) }, 0)
    // A consumer that nobody observed at its first read is not observed later.
    let unobserved = Instance(injection)
    let outer = TestHooks.onRead
    TestHooks.onRead = nil
    _ = unobserved()
    TestHooks.onRead = outer
    expectEqual(reads(of: unobserved.consumer) { _ = unobserved() }, 0)
  }

  @Test func observerOfAReadReceivesTheResolveOfTheConsumer() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let outer = TestHooks.onRead
    defer { TestHooks.onRead = outer }
    var resolves: [ScopedResolve?] = []
    TestHooks.onRead = { resolves.append($0.lastResolve) }

    withOverrideScope(.isolated) {
      _ = Instance(injection)()
      injection.override(with: "mock")
      _ = Instance(injection)()
    }

    expectEqual(resolves.map { $0?.declaration }, [injection.declaration, injection.declaration])
    expectEqual(resolves.map { $0?.isLive }, [true, false])
  }

  // MARK: Resolves

  @Test func onlyResolvesOutsideOfFactoriesAndConsumersAreObserved() {
    let outer = TestHooks.onResolve
    defer { TestHooks.onResolve = outer }
    var observed: [(scope: OverrideScope, resolve: ScopedResolve)] = []
    TestHooks.onResolve = { scope, resolve in observed.append((scope, resolve())) }
    let part = Injection(strategy: .onDemand, instance: 1)
    let whole = Injection(strategy: .onDemand, instance: "\(part.resolve())")
    let scope = OverrideScope(.isolated)

    scope.run { _ = whole.resolve() }
    _ = Instance(whole)()
    // A deinitializer is neither.
    let releasing = Injection(strategy: .singleton, instance: OnDeinit { _ = part.resolve() })
    scope.run { _ = releasing.resolve() }
    scope.end()

    expectEqual(observed.map(\.resolve.declaration), [whole.declaration, releasing.declaration, part.declaration])
    expect(observed.allSatisfy { $0.scope === scope })
  }

  @Test func rebuildOfASharedReplacementThatWasDeallocatedIsObserved() {
    let outer = TestHooks.onRebuild
    defer { TestHooks.onRebuild = outer }
    var observed: [CallSite] = []
    TestHooks.onRebuild = { _, callSite in observed.append(callSite) }
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let expiring = Injection(strategy: .onDemand, instance: CountedObject(counter))

    _ = (injection.resolve(), injection.resolve())
    expectEqual(observed, [])
    withOverrideScope(.isolated) {
      let token = injection.override(with: CountedObject(counter, "mock"))
      _ = (injection.resolve(), injection.resolve())
      expectEqual(observed, [token.callSite])
      // The instance of this override has expired, but is alive.
      expiring.override(with: CountedObject(counter, "mock"), strategy: .expiring(after: .zero))
      _ = (expiring.resolve(), expiring.resolve())
      expectEqual(observed, [token.callSite])
    }
  }
  #endif
}
