import Testing
import Vial

// The examples of Inject's documentation, in the same order, written with Vial.

// MARK: Usage: a protocol and its implementation, in the module that publishes them

@MainActor private protocol Translator: AnyObject {
  var dictionary: String { get set }
  func translate(_ word: String) -> String
}

@MainActor private final class OnlineTranslator: Translator {
  static var builtCount = 0

  var dictionary = "general"

  init() { Self.builtCount += 1 }

  func translate(_ word: String) -> String { "online \(dictionary) \(word)" }
}

@MainActor private final class PhraseBook: Translator {
  var dictionary = "travel"

  func translate(_ word: String) -> String { "phrase book \(word)" }
}

// MARK: Usage: the injection is published next to the implementation

@MainActor private let translator = Injection<any Translator>(
  strategy: .shared,
  instance: OnlineTranslator()
)

// MARK: Strategies: one injection for each strategy

@MainActor private let singletonTranslator = Injection<any Translator>(
  strategy: .singleton,
  instance: OnlineTranslator()
)

@MainActor private let onDemandTranslator = Injection<any Translator>(
  strategy: .onDemand,
  instance: OnlineTranslator()
)

// MARK: Global override: the injection that replaces another injection

@MainActor private let offlineTranslator = Injection<any Translator>(
  strategy: .onDemand,
  instance: PhraseBook()
)

// MARK: Local override: a consumer in a class

@MainActor private final class Menu {
  @Instance(VialTests.translator) var translator

  func title() -> String { translator.translate("soup") }
}

@MainActor struct InjectParityTests {
  // MARK: Features

  @Test func valueCanBeResolvedFromAnyTask() async {
    let language = Injection(strategy: .singleton, instance: "de")

    let read = await Task.detached { await language.resolve() }.value

    expectEqual(read, "de")
  }

  // MARK: Usage

  @Test func consumerUsesThePublishedInstance() {
    @Instance(translator) var service

    expectEqual(service.translate("bread"), "online general bread")
  }

  @Test func publishingBuildsNothing() {
    let builtBefore = OnlineTranslator.builtCount
    let unused = Injection<any Translator>(strategy: .singleton, instance: OnlineTranslator())

    @Instance(unused) var service

    expectEqual(OnlineTranslator.builtCount, builtBefore)
    expect(!$service.isResolved)
  }

  // MARK: Strategies

  @Test func sharedInstanceIsReleasedWithItsLastConsumer() {
    var first: Menu? = Menu()
    var second: Menu? = Menu()
    weak let instance = first?.translator
    expect(second?.translator === instance)

    first = nil
    expect(instance != nil)

    second = nil
    expect(instance == nil)
  }

  @Test func singletonOutlivesItsConsumers() {
    weak let instance = singletonTranslator.resolve()

    expect(instance != nil)
    expect(singletonTranslator.resolve() === instance)
  }

  @Test func onDemandInstanceIsReleasedWithItsConsumer() {
    struct Page {
      @Instance(onDemandTranslator) var translator
    }
    var first: Page? = Page()
    let second = Page()
    weak let instance = first?.translator

    expect(first?.translator === instance)
    expect(second.translator !== instance)

    first = nil
    expect(instance == nil)
  }

  // MARK: Global override

  @Test func overrideReplacesTheInstance() {
    translator.override(with: { _ in PhraseBook() })
    defer { translator.rollbackOverride() }

    expectEqual(Menu().title(), "phrase book soup")
  }

  @Test func overrideReplacesTheInstanceAndTheStrategy() {
    translator.override(with: { _ in PhraseBook() }, strategy: .onDemand)
    defer { translator.rollbackOverride() }

    let first = Menu()
    let second = Menu()

    expectEqual(first.title(), "phrase book soup")
    expect(first.translator !== second.translator)
  }

  @Test func overrideCanAdjustTheOriginal() {
    translator.override(
      with: { service in
        service.dictionary = "medical"
        return service
      },
      strategy: .onDemand
    )
    defer { translator.rollbackOverride() }

    expectEqual(Menu().title(), "online medical soup")
  }

  @Test func originalIsTheLiveInstance() {
    let original = singletonTranslator.resolve()
    singletonTranslator.override(with: { service in service })
    defer { singletonTranslator.rollbackOverride() }

    expect(singletonTranslator.resolve() === original)
  }

  @Test func overrideWithAnotherInjectionUsesTheStrategyOfTheOther() {
    translator.override(with: offlineTranslator)
    defer { translator.rollbackOverride() }

    let first = Menu()

    expectEqual(first.title(), "phrase book soup")
    expect(first.translator !== Menu().translator)
  }

  @Test func rollbackRestoresTheOriginalForNewConsumers() {
    let mock = PhraseBook()
    let replacement = Injection<any Translator>(strategy: .shared, instance: mock)
    var sut = Menu()
    translator.override(with: replacement)

    expectEqual(sut.title(), "phrase book soup")
    expectEqual(ObjectIdentifier(sut.translator), ObjectIdentifier(mock))

    translator.rollbackOverride()
    sut = Menu()
    expect(ObjectIdentifier(sut.translator) != ObjectIdentifier(mock))
  }

  // MARK: Local override

  @Test func assignmentReplacesTheInstanceOfOneConsumer() {
    let sut = Menu()
    let other = Menu()

    sut.translator = PhraseBook()

    expectEqual(sut.title(), "phrase book soup")
    expectEqual(other.title(), "online general soup")
  }

  // MARK: Migration from version 1: a strategy replaces scope and lifespan

  @Test(arguments: [
    (strategy: InjectionStrategy.shared, isShared: true, isPermanent: false),
    (strategy: .singleton, isShared: true, isPermanent: true),
    (strategy: .onDemand, isShared: false, isPermanent: false),
  ])
  func strategyReplacesScopeAndLifespan(
    strategy: InjectionStrategy,
    isShared: Bool,
    isPermanent: Bool
  ) {
    let service = Injection<any Translator>(strategy: strategy, instance: OnlineTranslator())
    var first: (any Translator)? = service.resolve()
    weak let instance = first

    expectEqual((service.resolve() === instance), isShared)
    first = nil
    expectEqual((instance != nil), isPermanent)
    expect(first == nil)
  }
}
