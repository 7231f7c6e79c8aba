import Testing
import Vial

@MainActor private let one = Injection(strategy: .onDemand, instance: 1)

@MainActor private final class Reader {
  @Instance(one) var number
}

/// The events of built and reused instances.
@MainActor struct InjectionEventTests {
  @Test func instanceIsReportedAfterItsDependencies() {
    let part = Injection(strategy: .singleton, instance: 1, fileID: "App/Part.swift", line: 3)
    let whole = Injection(strategy: .onDemand, fileID: "App/Whole.swift", line: 5) { "\(part.resolve())" }

    let events = events { for _ in 0..<2 { _ = whole.resolve() } }

    expectEqual(
      events.summaries,
      ["built Int as Int", "built String as String", "reused Int", "built String as String"]
    )
    guard events.resolutions.count > 1 else { return }
    let (inner, outer) = (events.resolutions[0], events.resolutions[1])
    expectEqual(outer.declaration.description, "String (App/Whole.swift:5)")
    expectEqual(inner.declaration.description, "Int (App/Part.swift:3)")
    expectEqual(["\(outer.strategy)", "\(inner.strategy)"], ["onDemand", "singleton"])
    expectEqual([outer.requester, inner.requester], [nil, .injection(outer.declaration)])
    expectEqual([outer.overriddenAt, inner.overriddenAt], [nil, nil])
    expectEqual([outer.depth, inner.depth], [0, 1])
  }

  @Test func decoratorIsTheRequesterOfItsOriginal() {
    let injection = Injection(strategy: .singleton, instance: 1)

    let resolutions = withOverrideScope(.isolated) {
      injection.override(with: { $0.resolve() + 1 }, strategy: .onDemand, fileID: "Tests/A.swift", line: 9)
      return events { _ = injection.resolve() }.resolutions
    }

    expectEqual(resolutions.map(\.overriddenAt?.description), [nil, "Tests/A.swift:9"])
    expectEqual(resolutions.map { "\($0.strategy)" }, ["singleton", "onDemand"])
    expectEqual(resolutions.map(\.requester), [.injection(injection.declaration), nil])
  }

  @Test func eventHasTheDynamicTypeAndTheKey() {
    let named = Injection<any Named>(strategy: .onDemand, instance: CountedObject(InstanceCounter()))
    let optional = Injection<Int?>(strategy: .onDemand, instance: nil)
    let family = InjectionFamily<String, Int>(strategy: .singleton) { $0.count }
    let required = Injection<Double>.required("a number")
    required.provide(with: 1, strategy: .shared)

    let events = events {
      _ = (named.resolve(), optional.resolve(), family.resolve("key"), family.resolve("key"), required.resolve())
    }

    expectEqual(
      events.summaries,
      [
        "built any Named as CountedObject", "built Int? as Optional<Int>", "built Int[key] as Int", "reused Int[key]",
        "built Double as Double",
      ]
    )
    expectEqual(events.resolutions.last.map { "\($0.strategy)" }, "shared")
  }

  @Test func buildOfADependencyLiesWithinTheBuildThatNeedsIt() throws {
    let clock = ContinuousClock()
    let slow = Injection<Int>(strategy: .onDemand) {
      let end = clock.now.advanced(by: .milliseconds(3))
      while clock.now < end {}
      return 1
    }
    let whole = Injection(strategy: .onDemand, instance: "\(slow.resolve())")

    let begin = clock.now
    var builds: [(start: ContinuousClock.Instant, end: ContinuousClock.Instant)] = []
    for case .built(_, _, let start, let duration) in events(of: { _ = whole.resolve() }) {
      expect(duration >= .milliseconds(3))
      builds.append((start, start.advanced(by: duration)))
    }

    try #require(builds.count == 2)
    let (inner, outer) = (builds[0], builds[1])
    expect(begin <= outer.start && outer.start <= inner.start)
    expect(inner.end <= outer.end && outer.end <= clock.now)
  }

  // MARK: Requesters

  @Test func ownerOfAConsumerIsTheRequesterUnlessAFactoryCreatedIt() {
    let whole = Injection(strategy: .onDemand, instance: Reader())
    let resolutions = events {
      _ = Reader().number
      _ = whole.resolve().number
    }.resolutions
    expectEqual(resolutions.map(\.declaration.typeName), ["Int", "Reader", "Int"])
    expectEqual(resolutions.map(\.requester), [.owner("Reader"), nil, .injection(whole.declaration)])

    let created = Variable<Reader?>(nil)
    let observation = Injections.observe { _ in created.content = created.content ?? whole.resolve() }
    _ = one.resolve()
    observation.cancel()
    let resolutionsOfTheObserver = events { _ = created.content?.number }.resolutions
    expectEqual(resolutionsOfTheObserver.map(\.requester), [.injection(whole.declaration)])
  }

  /// Runs in another process, where no other test observes the factories or suspends.
  @Test(.exitTest) func requesterDependsOnTheObserversAndTheTask() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let reader = Injection(strategy: .onDemand, instance: Reader()).resolve()
      let resolutions = events { _ = reader.number }.resolutions
      precondition(resolutions.map(\.requester) == [.owner("Reader")], "The consumer is older than the observer.")

      let part = Injection(strategy: .singleton, instance: 1)
      let whole = Injection(strategy: .onDemand) { Task { part.resolve() } }
      let inTask = Variable<[InjectionResolution]>([])
      Injections.observe { inTask.content += [$0].resolutions.filter { $0.declaration == part.declaration } }
      _ = await whole.resolve().value
      precondition(inTask.content.map(\.requester) == [.injection(whole.declaration)], "The factory began the task.")
    }
  }

  @Test func instanceIsRetainedByAFactoryAndWhileItsConsumerKeepsIt() {
    let whole = Injection(strategy: .onDemand, instance: one.resolve() + 1)
    let reader = Reader()
    let resolutions = events {
      _ = whole.resolve()
      _ = reader.number
    }.resolutions

    expectEqual(resolutions.map(\.isRetained), [true, true, true])
    reader.number = 2
    expectEqual(resolutions.map(\.isRetained), [true, true, false])
  }
}
