import Testing
import Vial

// The examples of SwiftiePod's documentation, in the same order, written with Vial. The documentation is similar to
// SwiftPod's, so these tests use a different example: a small podcast player.

// MARK: Quick example: providers next to their implementations

@MainActor private let feed = Injection<any Feed>(strategy: .singleton) {
  LiveFeed(downloads: downloads.resolve(), title: showTitle.resolve())
}

@MainActor private protocol Feed: AnyObject {
  var name: String { get }
  func episodes() async throws -> [String]
}

private actor Downloads {
  func load(_ path: String) -> String { "episode at \(path)" }
}

@MainActor private let downloads = Injection(strategy: .singleton, instance: Downloads())

@MainActor private final class LiveFeed: Feed {
  let downloads: Downloads
  let name: String

  init(downloads: Downloads, title: String) {
    self.downloads = downloads
    name = title
  }

  func episodes() async throws -> [String] { [await downloads.load("/1")] }
}

@MainActor private final class SampleFeed: Feed {
  let name = "Sample"

  func episodes() async throws -> [String] { ["Pilot"] }
}

// MARK: Providers: two providers of type String

@MainActor private let showTitle = Injection(strategy: .singleton, instance: "Field notes")
@MainActor private let showSubtitle = Injection(strategy: .singleton, instance: "Birds, weekly")

// MARK: Providers: a flow within a flow

@MainActor private let chapter = InjectionFlow("chapter")
@MainActor private let playback = InjectionFlow("playback", children: [chapter])
@MainActor private let queue = Injection(strategy: .flow(playback), instance: Counter())
@MainActor private let bookmark = Injection(strategy: .flow(chapter), instance: Counter())

@MainActor private final class Counter {
  var value = 0
}

@MainActor struct SwiftiePodParityTests {
  // MARK: Quick example

  @Test func serviceIsBuiltWithItsDependencies() async throws {
    expectEqual(try await feed.resolve().episodes(), ["episode at /1"])
  }

  // MARK: Core concept, providers

  @Test func factoryResolvesItsDependencies() throws {
    let live = try #require(feed.resolve() as? LiveFeed)

    expect(live.downloads === downloads.resolve())
    expectEqual(live.name, showTitle.resolve())
  }

  @Test func typeIsWrittenOrInferredFromTheInstance() {
    let inferred: Injection<SampleFeed> = Injection(strategy: .onDemand, instance: SampleFeed())
    let written = Injection<any Feed>(strategy: .onDemand, instance: SampleFeed())

    expectEqual(inferred.resolve().name, written.resolve().name)
  }

  // MARK: Providers: with and without caching

  @Test func strategyDeterminesHowOftenTheFactoryRuns() {
    func runs(_ strategy: InjectionStrategy) -> Int {
      var runs = 0
      let counter = Injection(strategy: strategy) {
        runs += 1
        return Counter()
      }
      for _ in 1...3 { _ = counter.resolve() }
      return runs
    }

    expectEqual(runs(.onDemand), 3)
    expectEqual(runs(.singleton), 1)
    expectEqual(runs(.flow(InjectionFlow("listening"))), 1)
  }

  // MARK: Providers: flows and child flows

  @Test func clearingAParentFlowClearsItsChildButNotViceVersa() {
    queue.resolve().value = 1
    bookmark.resolve().value = 1

    chapter.clear()
    expectEqual(queue.resolve().value, 1)
    expectEqual(bookmark.resolve().value, 0)

    bookmark.resolve().value = 2
    playback.clear()
    expectEqual(queue.resolve().value, 0)
    expectEqual(bookmark.resolve().value, 0)
    playback.clear()
  }

  // MARK: Providers: two providers of one type

  @Test func injectionsOfTheSameTypeAreIndependent() {
    expectEqual(showTitle.resolve(), "Field notes")
    expectEqual(showSubtitle.resolve(), "Birds, weekly")
  }

  // MARK: SwiftiePod: an isolated part of the application instead of a separate pod

  @Test func isolatedScopeBuildsItsOwnInstances() {
    let outside = queue.resolve()

    withOverrideScope(.isolated) { expect(queue.resolve() !== outside) }

    expect(queue.resolve() === outside)
    playback.clear()
  }

  // MARK: Overriding providers, in a test or a preview

  @Test func overrideAppliesUntilTheRollback() {
    let live = feed.resolve()

    feed.override(with: { _ in SampleFeed() })
    let first = feed.resolve()
    expect(first is SampleFeed)
    expect(feed.resolve() === first)
    feed.rollbackOverride()

    expect(feed.resolve() === live)
  }

  @Test func overrideCanHaveItsOwnFlow() {
    feed.override(with: { _ in SampleFeed() }, strategy: .flow(playback))
    defer { feed.rollbackOverride() }
    let first = feed.resolve()

    playback.clear()

    expect(feed.resolve() !== first)
  }

  // MARK: Clearing cached instances

  @Test func consumerKeepsItsInstanceWhenItsFlowIsCleared() {
    @Instance(queue) var held
    held.value = 7

    playback.clear()

    expectEqual(held.value, 7)
    expectEqual(queue.resolve().value, 0)
    playback.clear()
  }

  @Test func clearingAFlowKeepsSingletons() {
    let live = feed.resolve()

    playback.clear()

    expect(feed.resolve() === live)
  }
}
