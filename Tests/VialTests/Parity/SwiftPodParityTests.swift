import Testing
import Vial

// The examples of SwiftPod's documentation, in the same order, written with Vial. SwiftPod's providers correspond to
// injections. SwiftPod's pod has no counterpart, because an injection resolves without a container.

// MARK: Quick example: published at the top of the file that implements it

@MainActor private let recipeStore = Injection<any RecipeStore>(
  strategy: .singleton,
  instance: RemoteRecipeStore(http: httpClient.resolve())
)

@MainActor private protocol RecipeStore: AnyObject {
  func recipes() async throws -> [String]
}

@MainActor private final class RemoteRecipeStore: RecipeStore {
  let http: any HTTPClient

  init(http: any HTTPClient) { self.http = http }

  func recipes() async throws -> [String] { [await http.get("/recipes")] }
}

@MainActor private let httpClient = Injection<any HTTPClient>(
  strategy: .singleton,
  instance: LiveHTTPClient()
)

@MainActor private protocol HTTPClient: AnyObject {
  func get(_ path: String) async -> String
}

@MainActor private final class LiveHTTPClient: HTTPClient {
  func get(_ path: String) async -> String { "body of \(path)" }
}

@MainActor private final class FixedRecipeStore: RecipeStore {
  func recipes() async throws -> [String] { ["Pancakes"] }
}

// MARK: Providers: custom scopes, with a child

@MainActor private let avatarScope = InjectionFlow("avatar")
@MainActor private let signUpScope = InjectionFlow("sign-up", children: [avatarScope])

@MainActor private let signUpDraft = Injection(strategy: .flow(signUpScope), instance: Draft())
@MainActor private let avatarDraft = Injection(strategy: .flow(avatarScope), instance: Draft())

@MainActor private final class Draft {
  var text = ""
}

@MainActor struct SwiftPodParityTests {
  // MARK: Quick example

  @Test func serviceIsBuiltWithItsDependencies() async throws {
    let store = recipeStore.resolve()

    expectEqual(try await store.recipes(), ["body of /recipes"])
  }

  // MARK: Core concept: nothing is registered, so nothing can be missing

  @Test func injectionResolvesWithoutAContainer() {
    let greeting = Injection(strategy: .onDemand, instance: "Hello")

    expectEqual(greeting.resolve(), "Hello")
  }

  // MARK: Providers: dependencies on other providers

  @Test func factoryResolvesItsDependencies() {
    struct Kitchen {
      let store: any RecipeStore
      let http: any HTTPClient
    }
    let kitchen = Injection(strategy: .onDemand) {
      Kitchen(store: recipeStore.resolve(), http: httpClient.resolve())
    }

    let resolved = kitchen.resolve()

    expect(resolved.store === recipeStore.resolve())
    expect(resolved.http === httpClient.resolve())
  }

  // MARK: Providers: the type, inferred or written

  @Test func typeIsInferredFromTheInstance() {
    let servings: Injection<Int> = Injection(strategy: .singleton, instance: 123)
    let inferred = Injection(strategy: .singleton, instance: 123)

    expect(type(of: inferred) == type(of: servings))
  }

  @Test func typeCanBeAProtocol() {
    let store = Injection<any RecipeStore>(strategy: .singleton, instance: FixedRecipeStore())

    let resolved: any RecipeStore = store.resolve()

    expect(resolved is FixedRecipeStore)
  }

  // MARK: Providers: built-in scopes

  @Test func onDemandBuildsAnInstanceForEachResolve() {
    let draft = Injection(strategy: .onDemand, instance: Draft())

    expect(draft.resolve() !== draft.resolve())
  }

  @Test func singletonIsBuiltOnce() {
    let draft = Injection(strategy: .singleton, instance: Draft())

    expect(draft.resolve() === draft.resolve())
  }

  // MARK: Providers: a scope for a flow of the application

  @Test func clearedFlowBuildsNewInstances() {
    signUpDraft.resolve().text = "Ada"
    expectEqual(signUpDraft.resolve().text, "Ada")

    signUpScope.clear()

    expect(signUpDraft.resolve().text.isEmpty)
  }

  @Test func clearingAChildFlowKeepsTheInstancesOfItsParent() {
    signUpDraft.resolve().text = "Ada"
    avatarDraft.resolve().text = "photo"

    avatarScope.clear()

    expectEqual(signUpDraft.resolve().text, "Ada")
    expect(avatarDraft.resolve().text.isEmpty)
    signUpScope.clear()
  }

  @Test func clearingAParentFlowClearsItsChildren() {
    avatarDraft.resolve().text = "photo"
    expectEqual(avatarDraft.resolve().text, "photo")

    signUpScope.clear()

    expect(avatarDraft.resolve().text.isEmpty)
    signUpScope.clear()
  }

  // MARK: Providers: several providers of one type

  @Test func injectionsOfOneTypeAreIndependent() {
    let title = Injection(strategy: .singleton, instance: "Larder")
    let subtitle = Injection(strategy: .singleton, instance: "What is left to cook with")

    title.override(with: "Pantry")

    expectEqual(title.resolve(), "Pantry")
    expectEqual(subtitle.resolve(), "What is left to cook with")
    title.rollbackOverride()
  }

  // MARK: The pod: cached instances live as long as the pod

  @Test func isolatedScopeReleasesItsOwnInstances() {
    let outside = recipeStore.resolve()
    weak var inside: (any RecipeStore)?

    withOverrideScope(.isolated) {
      inside = recipeStore.resolve()
      expect(inside === recipeStore.resolve())
      expect(inside !== outside)
    }

    expect(inside == nil)
    expect(recipeStore.resolve() === outside)
  }

  // MARK: Overriding providers

  @Test func overrideAppliesUntilTheRollback() {
    let live = recipeStore.resolve()

    recipeStore.override(with: { _ in FixedRecipeStore() })
    expect(recipeStore.resolve() is FixedRecipeStore)

    recipeStore.rollbackOverride()
    expect(recipeStore.resolve() === live)
  }

  @Test func overrideAppliesToDependents() {
    final class RecordedHTTPClient: HTTPClient {
      func get(_ path: String) async -> String { "recorded" }
    }
    let store = Injection(strategy: .onDemand) { RemoteRecipeStore(http: httpClient.resolve()) }

    let token = httpClient.override(with: RecordedHTTPClient())
    let built = store.resolve()
    token.rollback()

    expect(built.http is RecordedHTTPClient)
    expect(!(store.resolve().http is RecordedHTTPClient))
  }

  @Test func overrideInheritsTheStrategy() {
    recipeStore.override(with: FixedRecipeStore())
    defer { recipeStore.rollbackOverride() }

    expect(recipeStore.resolve() === recipeStore.resolve())
  }

  @Test func overrideCanHaveItsOwnStrategy() {
    recipeStore.override(with: FixedRecipeStore(), strategy: .onDemand)
    defer { recipeStore.rollbackOverride() }

    expect(recipeStore.resolve() !== recipeStore.resolve())
  }

  @Test func contextReplacesTheInstanceInTests() {
    let store = Injection<any RecipeStore>(
      strategy: .singleton,
      instance: RemoteRecipeStore(http: httpClient.resolve())
    )
    .when(.preview, instance: FixedRecipeStore())
    .when(.test, instance: FixedRecipeStore())

    expect(store.resolve() is FixedRecipeStore)
  }

  // MARK: Clearing cached instances

  @Test func clearingAFlowReleasesTheInstanceOfAnOverride() {
    signUpDraft.override(with: Draft())
    defer { signUpDraft.rollbackOverride() }
    weak let cached = signUpDraft.resolve()
    expect(cached != nil)

    signUpScope.clear()

    expect(cached == nil)
  }

  @Test func clearingAFlowKeepsSingletons() {
    let live = recipeStore.resolve()

    signUpScope.clear()

    expect(recipeStore.current === live)
  }
}
