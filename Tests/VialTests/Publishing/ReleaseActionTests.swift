import Testing
import Vial

/// The actions of `onRelease`, which run when a cache releases an instance that it owns.
@MainActor struct ReleaseActionTests {
  private let flow = InjectionFlow("session")
  private let log = Variable<[String]>([])

  private func injection(_ name: String, _ strategy: InjectionStrategy = .singleton) -> Injection<String> {
    Injection(strategy: strategy) { name }.onRelease { [log] in log.content.append($0) }
  }

  // MARK: When an action runs

  @Test func clearedFlowReleasesTheNewestInstanceFirst() {
    let names = ["first", "second", "third"].map { injection($0, .flow(flow)) }
    for name in names { _ = name.resolve() }
    let consumer = Instance(names[0])
    expectEqual(consumer.wrappedValue, "first")

    flow.clear()
    expectEqual(log.content, ["third", "second", "first"])

    flow.clear()
    expectEqual(log.content.count, 3)
    expectEqual(consumer.wrappedValue, "first", "A consumer keeps a released instance.")
    extendLifetime(names)
  }

  @Test func eachEvictionReleasesTheInstance() {
    let isValid = Variable(true)
    let cached = injection("expired", .cached { { isValid.content } })
    _ = cached.resolve()
    isValid.content = false
    expect(log.content.isEmpty)
    _ = cached.resolve()
    expectEqual(log.content, ["expired"])

    let cleared = injection("cleared")
    _ = cleared.resolve()
    cleared.clear()
    expectEqual(log.content, ["expired", "cleared"])
    expect(cleared.current == nil)

    let name = Injection<String>.required("a name").onRelease { [log] in log.content.append($0) }
    name.provide(with: "replaced")
    _ = name.resolve()
    let provision = name.provide(with: "withdrawn")
    expectEqual(log.content.last, "replaced")
    _ = name.resolve()
    provision.withdraw()
    expectEqual(log.content.last, "withdrawn")

    let number = Injection(strategy: .singleton, instance: 1)
    let text = Injection(strategy: .singleton) { "\(number.resolve())" }.onRelease { [log] in log.content.append($0) }
    let token = number.override(with: 2)
    _ = text.resolve()
    token.rollback()
    expectEqual(log.content.last, "2")
    expectEqual(text.resolve(), "1")
    expectEqual(log.content.count, 5)
  }

  // MARK: When no action runs

  @Test func instancesOfOverridesAndOtherInjectionsAreNotReleased() {
    let name = injection("live")
    name.override(with: "mock")
    _ = name.resolve()
    name.clear()
    name.rollbackOverride()

    let other = injection("other")
    let required = Injection<String>.required("a name").onRelease { _ in
      Issue.record("The other injection owns the instance.")
    }
    required.provide(with: other)
    expectEqual(required.resolve(), "other")
    required.withdraw()
    expect(log.content.isEmpty)
    other.clear()
    expectEqual(log.content, ["other"])
  }

  @Test func scopeThatIsDeallocatedWithoutItsEndOrThatHasEndedReleasesNothing() {
    let name = Injection<InstanceCounter>(strategy: .singleton) { InstanceCounter() }.onRelease { [log] _ in
      log.content.append("released")
    }
    do {
      let scope = OverrideScope()
      scope.run { _ = name.resolve() }
    }
    expect(log.content.isEmpty)

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

  @Test func actionThatResolvesTheInjectionBuildsAnotherInstance() {
    let builds = Variable(0)
    let holder = Variable<Injection<Int>?>(nil)
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

  @Test func actionCanReadTheConsumerThatIsReadForTheFirstTime() {
    let (isValid, builds) = (Variable(true), Variable(0))
    let (owner, seen) = (Variable<Owner<Int>?>(nil), Variable<Int?>(nil))
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
    let isValid = Variable(true)
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

  // MARK: Publishing

  @Test func actionsAndContextsCanBeChained() {
    let active = InjectionContext("active") { true }
    let first = Injection(strategy: .singleton, instance: "live").when(active, instance: "context")
      .onRelease { [log] in log.content.append("first \($0)") }
    let second = Injection(strategy: .singleton, instance: "live")
      .onRelease { [log] in log.content.append("second \($0)") }
      .when(active, instance: "context")
    let third = injection("third").onRelease { [log] in log.content.append("again \($0)") }

    for injection in [first, second, third] {
      _ = injection.resolve()
      injection.clear()
    }

    expectEqual(log.content, ["first context", "second context", "third", "again third"])
    first.override(with: "mock")
    expect(!first.onRelease { _ in }.isOverridden, "A copy shares nothing with its receiver.")
  }

  @Test func familyWithAnActionReleasesTheInstancesOfItsKeys() {
    let plain = InjectionFamily<Int, String>(strategy: .flow(flow)) { "\($0)" }.publish(1) { "one" }
    let releasing = plain.onRelease { [log] in log.content.append($0) }
    plain.publish(2) { "two" }
    releasing.publish(3) { "three" }

    for key in 1...3 { _ = plain.resolve(key) }
    expectEqual((1...3).map { releasing.resolve($0) }, ["one", "2", "three"])
    plain.clear()
    expect(log.content.isEmpty)
    flow.clear()
    expectEqual(log.content, ["three", "2", "one"])

    let four = plain[4].onRelease { [log] in log.content.append("key \($0)") }
    expectEqual(four.resolve(), "4")
    plain.clear()
    expectEqual(log.content.count, 3)
    four.clear()
    expectEqual(log.content.last, "key 4")
  }

  // MARK: Programming errors

  private static let programs: [StoppingProgram] = [
    StoppingProgram(
      "An injection on demand, at its first resolve",
      beginsWith: """
        App/Name.swift:3: Fatal error: String (App/Name.swift:3) has a release action, but no cache owns its instances.

            Strategy: onDemand, at App/Name.swift:3

        - Use a strategy whose instances a cache owns, such as .singleton or .flow(…).
        - Remove onRelease, and release what the instance uses in its deinitializer.
        """
    ) {
      let name = Injection(strategy: .onDemand, instance: "", fileID: "App/Name.swift", line: 3).onRelease { _ in }
      _ = name.resolve()
    },
    StoppingProgram("The first read of a shared injection", contains: "Strategy: shared, at App/A.swift:7") {
      let injection = Injection(strategy: .shared, instance: 1, fileID: "App/A.swift", line: 7).onRelease { _ in }
      _ = Instance(injection).wrappedValue
    },
    StoppingProgram("An implementation on demand", contains: "Strategy: onDemand, at App/A.swift:7") {
      let required = Injection<Int>.required("a number").onRelease { _ in }
      required.provide(with: 1, strategy: .onDemand, fileID: "App/A.swift", line: 7)
    },
  ]

  @Test(.exitTest) func injectionWithAnActionStopsIfNoCacheOwnsItsInstances() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { StoppingProgram.writeFailures(of: Self.programs) }
    }
    expectEqual(standardError(of: result), "")
  }
}
