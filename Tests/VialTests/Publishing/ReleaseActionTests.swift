import Testing
import Vial

/// The actions of `onRelease`, which run when a cache releases an instance that it owns.
@MainActor struct ReleaseActionTests {
  private let flow = InjectionFlow("session")
  private let log = Box<[String]>([])

  private func injection(_ name: String, _ strategy: InjectionStrategy = .singleton) -> Injection<String> {
    Injection(strategy: strategy) { name }.onRelease { [log] in log.content.append($0) }
  }

  // MARK: When an action runs

  @Test func clearedFlowReleasesTheNewestInstanceFirst() {
    let names = ["first", "second", "third"].map { injection($0, .flow(flow)) }
    for name in names { _ = name.resolve() }

    flow.clear()
    expectEqual(log.content, ["third", "second", "first"])

    flow.clear()
    expectEqual(log.content.count, 3)
    extendLifetime(names)
  }

  @Test func expiredInstanceIsReleasedAtTheNextResolve() {
    let isValid = Box(true)
    let name = injection("cached", .cached { { isValid.content } })
    _ = name.resolve()
    isValid.content = false
    expect(log.content.isEmpty)

    _ = name.resolve()

    expectEqual(log.content, ["cached"])
  }

  @Test func clearReleasesTheInstance() {
    let name = injection("cleared")
    _ = name.resolve()

    name.clear()

    expectEqual(log.content, ["cleared"])
    expect(name.current == nil)
  }

  @Test(arguments: OverrideScope.Kind.all) func endOfAScopeReleasesItsInstancesOnly(kind: OverrideScope.Kind) {
    let (outside, inside) = (injection("outside"), injection("inside"))
    _ = outside.resolve()

    withOverrideScope(kind) {
      _ = inside.resolve()
      expect(log.content.isEmpty)
    }

    expectEqual(log.content, ["inside"])
  }

  @Test func rollbackReleasesTheInstancesThatMayHaveCapturedTheReplacement() {
    let number = Injection(strategy: .singleton, instance: 1)
    let text = Injection(strategy: .singleton) { "\(number.resolve())" }.onRelease { [log] in log.content.append($0) }
    let token = number.override(with: 2)
    _ = text.resolve()

    token.rollback()

    expectEqual(log.content, ["2"])
    expectEqual(text.resolve(), "1")
  }

  @Test func withdrawnAndReplacedImplementationsReleaseTheirInstances() {
    let name = Injection<String>.required("a name").onRelease { [log] in log.content.append($0) }
    name.provide(with: "first")
    _ = name.resolve()

    let second = name.provide(with: "second")
    expectEqual(log.content, ["first"])
    _ = name.resolve()
    second.withdraw()

    expectEqual(log.content, ["first", "second"])
  }

  @Test func instanceThatAConsumerRetainsIsReleasedByTheCacheOnce() {
    let name = injection("held", .flow(flow))
    let consumer = Instance(name)
    expectEqual(consumer.wrappedValue, "held")

    flow.clear()
    flow.clear()

    expectEqual(log.content, ["held"])
    expectEqual(consumer.wrappedValue, "held")
  }

  // MARK: When no action runs

  @Test func instancesOfOverridesAreNotReleased() {
    let name = injection("live")
    name.override(with: "mock")
    _ = name.resolve()

    name.clear()
    name.rollbackOverride()

    expect(log.content.isEmpty)
  }

  @Test func instanceThatWasNeverCachedIsNotReleased() {
    let number = Injection(strategy: .singleton, instance: 1)
    let name = Injection(strategy: .singleton) {
      number.rollbackOverride()
      return "uncached"
    }.onRelease { [log] in log.content.append($0) }
    number.override(with: 2)

    expectEqual(name.resolve(), "uncached")
    expect(name.current == nil)
    name.clear()

    expect(log.content.isEmpty)
  }

  @Test func scopeThatIsDeallocatedWithoutItsEndReleasesNothing() {
    let name = injection("scoped")
    do {
      let scope = OverrideScope()
      scope.run { _ = name.resolve() }
    }
    expect(log.content.isEmpty)
  }

  @Test func instanceOfAnEndedScopeIsNotReleased() {
    let name = Injection<InstanceCounter>(strategy: .singleton) { InstanceCounter() }.onRelease { [log] _ in
      log.content.append("released")
    }
    let scope = OverrideScope(.isolated)
    scope.end()

    scope.run {
      let late = name.resolve()
      expect(name.current === late)
      name.clear()
    }

    expect(log.content.isEmpty)
  }

  // MARK: Use of injections in an action

  @Test func actionRunsInTheScopeThatHasCachedTheInstance() {
    let address = Injection(strategy: .singleton, instance: "live address")
    let name = Injection(strategy: .singleton, instance: "name").onRelease { [log] name in
      log.content.append("\(name) at \(address.resolve())")
    }

    withOverrideScope {
      address.override(with: "test address")
      _ = name.resolve()
    }

    expectEqual(log.content, ["name at test address"])
  }

  @Test func actionThatResolvesTheInjectionBuildsAnotherInstance() {
    let builds = Box(0)
    let holder = Box<Injection<Int>?>(nil)
    let number = Injection(strategy: .singleton) {
      builds.content += 1
      return builds.content
    }.onRelease { [log] in log.content.append("\($0) before \(holder.content?.resolve() ?? 0)") }
    holder.content = number
    _ = number.resolve()

    number.clear()

    expectEqual(log.content, ["1 before 2"])
    expectEqual(number.current, 2)
    holder.content = nil
  }

  // MARK: Publishing

  @Test func actionCanReadTheConsumerThatIsReadForTheFirstTime() {
    let (isValid, builds) = (Box(true), Box(0))
    let (owner, seen) = (Box<Owner<Int>?>(nil), Box<Int?>(nil))
    let number = Injection(strategy: .cached { { isValid.content } }) {
      builds.content += 1
      return builds.content
    }
    .onRelease { _ in seen.content = owner.content?.value }
    _ = number.resolve()
    isValid.content = false
    owner.content = Owner(number)

    expectEqual(owner.content?.value, 2)

    expectEqual(seen.content, 2)
    isValid.content = true
    owner.content = nil
    extendLifetime(number)
  }

  @Test func resolveInAnActionIsNotAttributedToTheFactoryThatRuns() {
    let isValid = Box(true)
    let audit = Injection(strategy: .singleton, instance: "audit")
    let token = Injection(strategy: .cached { { isValid.content } }, instance: 1).onRelease { _ in _ = audit.resolve() }
    let api = Injection(strategy: .singleton) { Double(token.resolve()) }
    _ = token.resolve()
    isValid.content = false

    let resolutions = events { _ = api.resolve() }.resolutions

    let requesters = resolutions.map { ($0.declaration.typeName, $0.requester?.description) }
    expect(requesters.contains { $0.0 == "String" && $0.1 == nil })
    expect(requesters.contains { $0.0 == "Int" && $0.1 != nil })
    extendLifetime((audit, token, api))
  }

  @Test func actionAndContextCanBeChainedInAnyOrder() {
    let active = InjectionContext("active") { true }
    let first = Injection(strategy: .singleton, instance: "live").when(active, instance: "context")
      .onRelease { [log] in log.content.append("first \($0)") }
    let second = Injection(strategy: .singleton, instance: "live")
      .onRelease { [log] in log.content.append("second \($0)") }
      .when(active, instance: "context")

    for injection in [first, second] {
      _ = injection.resolve()
      injection.clear()
    }

    expectEqual(log.content, ["first context", "second context"])
  }

  @Test func twoActionsRunInTheOrderInWhichTheyWereAdded() {
    let name = injection("name").onRelease { [log] in log.content.append("second \($0)") }
    _ = name.resolve()

    name.clear()

    expectEqual(log.content, ["name", "second name"])
  }

  @Test func injectionWithAnActionSharesNothingWithItsReceiver() {
    let plain = Injection(strategy: .singleton, instance: InstanceCounter())
    let releasing = plain.onRelease { _ in }
    expect(plain != releasing)
    expect(plain.resolve() !== releasing.resolve())

    plain.override(with: InstanceCounter())

    expect(!releasing.isOverridden)
  }

  @Test func familyReleasesTheInstancesOfItsKeys() {
    let family = InjectionFamily<Int, String>(strategy: .flow(flow)) { "\($0)" }.onRelease { [log] in
      log.content.append($0)
    }
    family.publish(2) { "two" }
    for key in 1...3 { _ = family.resolve(key) }

    flow.clear()

    expectEqual(log.content, ["3", "two", "1"])
    extendLifetime(family)
  }

  @Test func familyWithAnActionSharesNoFactoriesWithItsReceiver() {
    let plain = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }.publish(1) { "one" }
    let releasing = plain.onRelease { [log] in log.content.append($0) }
    plain.publish(2) { "two" }

    expectEqual([releasing.resolve(1), releasing.resolve(2)], ["one", "2"])
    plain.clear()
    expect(log.content.isEmpty)
    releasing.clear()
    expectEqual(log.content, ["2", "one"])
  }

  @Test func keyOfAFamilyCanHaveAnAction() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
    let one = family[1].onRelease { [log] in log.content.append($0) }
    expectEqual(one.resolve(), "1")

    family.clear()
    expect(log.content.isEmpty)
    one.clear()
    expectEqual(log.content, ["1"])
  }

  // MARK: Programming errors

  @Test func onDemandInjectionWithAnActionStopsAtItsFirstResolve() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let name = Injection(strategy: .onDemand, instance: "name", fileID: "App/Name.swift", line: 3).onRelease { _ in
        }
        _ = name.resolve()
      }
    }

    expect(
      standardError(of: result).contains(
        """
        App/Name.swift:3: Fatal error: String (App/Name.swift:3) has a release action, but no cache owns its instances.

            Strategy: onDemand, at App/Name.swift:3

        - Use a strategy whose instances a cache owns, such as .singleton or .flow(…).
        - Remove onRelease, and release what the instance uses in its deinitializer.
        """
      )

    )
  }

  @Test func sharedInjectionWithAnActionStopsAtItsFirstRead() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let name = Injection(strategy: .shared, instance: "name").onRelease { _ in }
        _ = Instance(name).wrappedValue
      }
    }
    expect(standardError(of: result).contains("has a release action"))
  }

  @Test func provisionThatNoCacheOwnsStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let name = Injection<String>.required("a name").onRelease { _ in }
        name.provide(with: "name", strategy: .onDemand, fileID: "App/Main.swift", line: 7)
      }
    }
    expect(standardError(of: result).contains("Strategy: onDemand, at App/Main.swift:7"))
  }

  @Test func provisionThatForwardsLeavesTheInstanceToTheOtherInjection() {
    let other = injection("other")
    let name = Injection<String>.required("a name").onRelease { [log] in log.content.append("required \($0)") }
    name.provide(with: other)
    expectEqual(name.resolve(), "other")

    name.withdraw()
    expect(log.content.isEmpty)
    other.clear()
    expectEqual(log.content, ["other"])
  }
}
