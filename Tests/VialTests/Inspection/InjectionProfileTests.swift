import Testing
import Vial
import VialInspection

/// The builds and reuses that a profile contains.
@MainActor struct InjectionProfileTests {
  private let url = Injection(strategy: .singleton, instance: "url", fileID: "App/Data.swift", line: 3)

  @Test func buildsAreInTheOrderInWhichTheirFactoriesWereCalled() {
    let url = url
    let port = Injection(strategy: .onDemand, instance: 80, fileID: "App/Data.swift", line: 5)
    let database = Injection<any Named>(
      strategy: .singleton,
      instance: Sample(InstanceCounter(), url.resolve() + "\(port.resolve())"),
      fileID: "App/Data.swift",
      line: 8
    )

    let builds = Injections.profile { _ = database.resolve() }.builds

    expectEqual(builds.map(\.injection), ["any Named", "String", "Int"])
    expectEqual(builds.map(\.declaration), ["App/Data.swift:8", "App/Data.swift:3", "App/Data.swift:5"])
    expectEqual(builds.map(\.type), ["Sample", "String", "Int"])
    expectEqual(builds.map(\.requester), [nil, "any Named (App/Data.swift:8)", "any Named (App/Data.swift:8)"])
    expectEqual(builds.map(\.depth), [0, 1, 1])
  }

  @Test func nestedBuildIsAPartOfTheDurationOfItsRequester() {
    let leaf = Injection(strategy: .onDemand, instance: 1)
    let part = Injection(strategy: .onDemand, instance: [leaf.resolve(), leaf.resolve()])
    let whole = Injection(strategy: .onDemand, instance: "\(part.resolve())\(leaf.resolve())")

    let builds = Injections.profile {
      _ = whole.resolve()
      _ = leaf.resolve()
    }.builds

    expectEqual(builds.map(\.type), ["String", "Array<Int>", "Int", "Int", "Int", "Int"])
    expectEqual(builds[0].duration - builds[0].durationWithoutNestedBuilds, builds[1].duration + builds[4].duration)
    expectEqual(builds[1].duration - builds[1].durationWithoutNestedBuilds, builds[2].duration + builds[3].duration)
    for leaf in [2, 3, 4, 5] { expectEqual(builds[leaf].duration, builds[leaf].durationWithoutNestedBuilds) }
    expect(builds[0].start >= .zero)
    expect(builds[0].start <= builds[1].start)
    expect(builds[1].start + builds[1].duration <= builds[0].start + builds[0].duration)
  }

  @Test func reusesAreCountedForEachInjection() {
    let number = Injection(strategy: .onDemand, instance: 1, fileID: "App/Data.swift", line: 5)
    let cached = Injection(strategy: .singleton, instance: [1], fileID: "App/Data.swift", line: 7)

    let profile = Injections.profile {
      for _ in 0..<3 { _ = (url.resolve(), number.resolve()) }
      for _ in 0..<2 { _ = cached.resolve() }
    }

    expectEqual(profile.builds.count { $0.injection == "Int" }, 3)
    expectEqual(profile.reuses.map(\.injection), ["Array<Int>", "String"])
    expectEqual(profile.reuses.map(\.declaration), ["App/Data.swift:7", "App/Data.swift:3"])
    expectEqual(profile.reuses.map(\.count), [1, 2])
  }

  @Test func builtInjectionsAreSortedAndListedOnce() {
    @MainActor final class Screen { @Instance(number) var value }
    let family = InjectionFamily<Int, Double>(strategy: .singleton) { Double($0) }
    let cache = Injection(strategy: .singleton, instance: true)
    let other = Injection(strategy: .singleton, instance: "", fileID: "App/Data.swift", line: 4)
    _ = cache.resolve()

    let profile = Injections.profile {
      for _ in 0..<2 { _ = (url.resolve(), Screen().value, cache.resolve()) }
      for key in [1, 2, 1] { _ = family.resolve(key) }
      _ = other.resolve()
    }

    expectEqual(profile.built, ["Double[1]", "Double[2]", "Int", "String", "String"])
    expectEqual(profile.builds.map(\.injection), ["String", "Int", "Int", "Double[1]", "Double[2]", "String"])
    expectEqual(profile.builds.map(\.requester), [nil, "Screen", "Screen", nil, nil, nil])
  }

  // MARK: - The work

  @Test func profileOfAsynchronousWorkContainsItsTasks() async {
    let url = url

    let profile = await Injections.profile {
      await Task { _ = url.resolve() }.value
      await Task.detached { _ = await number.resolve() }.value
    }

    expectEqual(profile.built, ["String"])
  }

  @Test func errorOfTheWorkEndsTheProfile() async {
    struct Failure: Error {}

    #expect(throws: Failure.self) { _ = try Injections.profile { throw Failure() } }
    await #expect(throws: Failure.self) { _ = try await Injections.profile { () async throws in throw Failure() } }
  }

  @Test func profilesCanBeNestedAndLastUntilTheyAreStopped() {
    let number = Injection(strategy: .onDemand, instance: 1, fileID: "App/A.swift", line: 1)
    _ = number.resolve()
    var inner: InjectionProfile?

    let profile = Injections.profile()
    let outer = Injections.profile {
      _ = number.resolve()
      inner = Injections.profile { _ = url.resolve() }
    }
    let stopped = profile.stop()
    _ = number.resolve()

    expectEqual(inner?.built, ["String"])
    expectEqual(outer.built, ["Int", "String"])
    expectEqual(stopped.built, outer.built)
    expectEqual(profile.stop(), stopped)
  }

  @Test func buildThatIsRunningWhenAProfileBeginsIsNotAPartOfIt() {
    let url = url
    var profile: InjectionProfile.Recording?
    let whole = Injection<Int>(strategy: .onDemand) {
      profile = Injections.profile()
      return url.resolve().count
    }
    // Another observer reports the builds that are running.
    let observation = Injections.observe { _ in }
    defer { observation.cancel() }

    _ = whole.resolve()

    expectEqual(profile?.stop().built, ["String"])
  }
}

@MainActor private let number = Injection(strategy: .onDemand, instance: 1)
