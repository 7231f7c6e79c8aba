import Testing
import Vial

@MainActor private let one = Injection(strategy: .onDemand, instance: 1)

@MainActor private final class Reader {
  @Instance(one) var number
}

/// The events of built and reused instances.
@MainActor struct InjectionEventTests {
  @Test func instanceIsReportedAfterItsDependencies() {
    let part = Injection(strategy: .singleton, instance: 1)
    let whole = Injection(strategy: .onDemand, instance: "\(part.resolve())")

    let events = events {
      _ = whole.resolve()
      _ = whole.resolve()
    }

    expectEqual(
      events.summaries,
      [
        "built Int as Int", "built String as String",
        "reused Int", "built String as String",
      ]
    )
  }

  @Test func resolutionHasTheRequesterTheDeclarationAndTheStrategy() throws {
    let part = Injection(strategy: .singleton, instance: 1, fileID: "App/Part.swift", line: 3)
    let whole = Injection(
      strategy: .onDemand,
      instance: "\(part.resolve())",
      fileID: "App/Whole.swift",
      line: 5
    )

    let resolutions = events { _ = whole.resolve() }.resolutions

    let inner = try #require(resolutions.first)
    let outer = try #require(resolutions.last)
    expectEqual(outer.declaration.description, "String (App/Whole.swift:5)")
    expectEqual("\(outer.strategy)", "onDemand")
    expect(outer.requester == nil)
    expect(outer.overriddenAt == nil)
    expectEqual(inner.declaration.description, "Int (App/Part.swift:3)")
    expectEqual("\(inner.strategy)", "singleton")
    expectEqual(inner.requester, .injection(outer.declaration))
    expectEqual([outer.depth, inner.depth], [0, 1])
  }

  @Test func reportedTypeIsTheDynamicTypeOfTheInstance() {
    let counter = InstanceCounter()
    let named = Injection<any Named>(strategy: .onDemand, instance: CountedObject(counter))
    let optional = Injection<Int?>(strategy: .onDemand, instance: nil)

    let events = events {
      _ = named.resolve()
      _ = optional.resolve()
    }

    expectEqual(events.summaries[0], "built any Named as CountedObject")
    expectEqual(events.summaries[1], "built Int? as Optional<Int>")
  }

  @Test func durationIncludesTheDependenciesOfTheFactory() {
    let clock = ContinuousClock()
    let slow = Injection<Int>(strategy: .onDemand) {
      let end = clock.now.advanced(by: .milliseconds(3))
      while clock.now < end {}
      return 1
    }
    let whole = Injection(strategy: .onDemand, instance: "\(slow.resolve())")

    var durations: [Duration] = []
    for case .built(_, _, _, let duration) in events(of: { _ = whole.resolve() }) {
      durations.append(duration)
    }

    expectEqual(durations.count, 2)
    expect(durations.allSatisfy { $0 >= .milliseconds(3) })
    expect(durations[0] <= durations[1])
  }

  @Test func buildOfADependencyLiesWithinTheBuildThatNeedsIt() throws {
    let part = Injection(strategy: .onDemand, instance: 1)
    let whole = Injection(strategy: .onDemand, instance: "\(part.resolve())")
    let clock = ContinuousClock()

    let begin = clock.now
    var builds: [(start: ContinuousClock.Instant, end: ContinuousClock.Instant)] = []
    for case .built(_, _, let start, let duration) in events(of: { _ = whole.resolve() }) {
      builds.append((start, start.advanced(by: duration)))
    }

    try #require(builds.count == 2)
    let (inner, outer) = (builds[0], builds[1])
    expect(begin <= outer.start && outer.start <= inner.start)
    expect(inner.end <= outer.end && outer.end <= clock.now)
  }

  @Test func ownerOfAConsumerIsTheRequester() {
    let whole = Injection(strategy: .onDemand, instance: Reader())

    let resolutions = events {
      _ = Reader().number
      _ = whole.resolve().number
    }.resolutions

    expectEqual(resolutions.map(\.declaration.typeName), ["Int", "Reader", "Int"])
    expectEqual(resolutions[0].requester, .owner("Reader"))
    expect(resolutions[1].requester == nil)
    expectEqual(resolutions[2].requester, .injection(resolutions[1].declaration))
  }

  /// Runs in another process, because the observer is active while the test suspends.
  @Test func factoryIsTheRequesterOfAResolveInATaskThatItStarted() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let part = Injection(strategy: .singleton, instance: 1)
      let whole = Injection(strategy: .onDemand) { Task { part.resolve() } }
      let resolutions = Box<[InjectionResolution]>([])
      Injections.observe { resolutions.content += [$0].resolutions.filter { $0.declaration == part.declaration } }

      _ = await whole.resolve().value

      precondition(resolutions.content.map(\.requester) == [.injection(whole.declaration)])
    }
  }

  /// Runs in another process, where no other test observes the factory.
  @Test func ownerIsTheRequesterIfAFactoryCreatedTheConsumerBeforeTheFirstObserver() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let reader = Injection(strategy: .onDemand, instance: Reader()).resolve()

        let resolutions = events { _ = reader.number }.resolutions

        precondition(resolutions.map(\.requester) == [.owner("Reader")])
      }
    }
  }

  @Test func factoryIsTheRequesterIfItCreatedTheConsumerForAnObserver() {
    let whole = Injection(strategy: .onDemand, instance: Reader())
    let reader = Box<Reader?>(nil)
    let observation = Injections.observe { _ in reader.content = reader.content ?? whole.resolve() }
    _ = Injection(strategy: .onDemand, instance: 1).resolve()
    observation.cancel()

    let resolutions = events { _ = reader.content?.number }.resolutions

    expectEqual(resolutions.map(\.requester), [.injection(whole.declaration)])
  }

  @Test func resolutionHasTheLineAndTheStrategyOfTheOverride() throws {
    let injection = Injection(strategy: .singleton, instance: 1)
    injection.override(with: 2, strategy: .onDemand, fileID: "Tests/A.swift", line: 9)
    defer { injection.rollbackOverride() }

    let resolution = try #require(events { _ = injection.resolve() }.resolutions.first)

    expectEqual(resolution.overriddenAt?.description, "Tests/A.swift:9")
    expectEqual("\(resolution.strategy)", "onDemand")
  }

  @Test func decoratorIsTheRequesterOfItsOriginal() {
    let injection = Injection(strategy: .singleton, instance: 1)
    injection.override(with: { original in original.resolve() + 1 })
    defer { injection.rollbackOverride() }

    let events = events { _ = injection.resolve() }

    expectEqual(
      events.summaries,
      [
        "built Int as Int", "built Int as Int",
      ]
    )
    expectEqual(events.resolutions.map { $0.overriddenAt == nil }, [true, false])
    expectEqual(events.resolutions[0].requester, .injection(events.resolutions[1].declaration))
  }

  @Test func resolvesOfKeysAndRequiredInjectionsAreReportedOnce() {
    let family = InjectionFamily<String, Int>(strategy: .singleton) { $0.count }
    let required = Injection<Double>.required("a number")
    required.provide(with: 1, strategy: .shared)

    let events = events {
      _ = family.resolve("key")
      _ = family.resolve("key")
      _ = required.resolve()
    }

    expectEqual(
      events.summaries,
      [
        "built Int[key] as Int", "reused Int[key]",
        "built Double as Double",
      ]
    )
    expectEqual(events.resolutions.map { "\($0.strategy)" }, ["singleton", "singleton", "shared"])
  }
}
