// `Tests/AppleStubs/test` runs this file with stubs of SwiftUI; `swift test` does not.
import Observation
import SwiftUI
import Testing
import Vial
import VialSwiftUI

/// The property wrapper `ViewInstance`.
@MainActor struct ViewInstanceTests {
  let host = ViewHost()
  let tally = Tally()
  let models: Injection<Model>

  init() {
    let tally = tally
    models = Injection(strategy: .onDemand, instance: Model(tally))
  }

  @Test func initializerOfAViewBuildsNothing() {
    for _ in 0..<3 { _ = ModelView(models) }

    #expect(tally.built == 0)
  }

  @Test func identityHasOneInstanceThroughAllUpdates() {
    var seen: [Model] = []

    for _ in 0..<3 { host.show(ModelView(models, seen: { seen.append($0) })) }

    #expect(tally.built == 1)
    #expect(seen.count == 3)
    #expect(seen.allSatisfy { $0 === seen.first })
  }

  @Test func twoIdentitiesHaveTwoInstances() {
    for _ in 0..<2 {
      host.show(
        VStack {
          ModelView(models)
          ModelView(models)
        }
      )
    }

    #expect(tally.built == 2)
    #expect(tally.alive == 2)
  }

  @Test func removedViewReleasesItsInstance() {
    host.show(ModelView(models))
    #expect(tally.alive == 1)

    host.show(EmptyView())

    #expect(tally.alive == 0)
  }

  @Test func newIdentityHasANewInstance() {
    host.show(ModelView(models).id(1))
    host.show(ModelView(models).id(1))
    #expect(tally.built == 1)

    host.show(ModelView(models).id(2))

    #expect(tally.built == 2)
    #expect(tally.alive == 1)
  }

  @Test func newInjectionIsResolvedOnlyForANewIdentity() {
    let names = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }

    host.show(NameView(names[1]))
    host.show(NameView(names[2]))
    #expect(host.texts == ["1"])

    host.show(NameView(names[2]).id(2))
    #expect(host.texts == ["2"])
  }

  @Test func actionOfABodyReadsTheInstanceOfTheBody() {
    var action: (() -> Model)?
    var seen: Model?
    host.show(ModelView(models, leaving: { action = $0 }, seen: { seen = $0 }))
    host.show(ModelView(models))

    #expect(action?() === seen)
    #expect(tally.built == 1)
  }

  @Test func eachReadWithoutAnIdentityBuildsAnInstance() {
    let view = ModelView(models)

    #expect(view.model !== view.model)
    #expect(tally.built == 2)
  }

  @Test func viewInstanceProvidesAnExistential() {
    let named = Injection<any Named>(strategy: .onDemand, instance: Name(tally, "a struct"))

    host.show(ExistentialView(named))

    #expect(host.texts == ["a struct"])
  }

  @Test func bindingsWriteTheInstance() {
    var seen: Model?

    host.show(FieldView(models) { model, _ in seen = model })
    seen?.city = "Zurich"
    host.show(FieldView(models) { _, city in city.wrappedValue += "!" })

    #expect(host.texts == ["Zurich!"])
    #expect(seen?.city == "Zurich!")
  }

  @Test func eventsNameTheViewThatOwnsTheProperty() {
    var owners: [String] = []
    let observation = Injections.observe { event in
      if case .built(let resolution, _, _, _) = event, case .owner(let owner) = resolution.requester {
        owners.append(owner)
      }
    }

    host.show(OwnerView())
    host.show(TitledOwnerView(title: "It is "))
    observation.cancel()

    #expect(owners.count == 2)
    #expect(owners.first == "OwnerView")
    #expect(owners.last?.hasPrefix("VialSwiftUITests/Views.swift:") == true)
  }
}

// MARK: - Scope of the environment

/// `ViewInstance` in the scope of the environment.
@MainActor struct ViewInstanceScopeTests {
  let host = ViewHost()
  let name = Injection(strategy: .singleton, instance: "live")

  @Test func viewInstanceIsResolvedInTheScopeOfTheEnvironment() {
    let scope = OverrideScope()
    scope.run { _ = name.override(with: "mock") }

    host.show(NameView(name).environment(\.overrideScope, scope))
    #expect(host.texts == ["mock"])

    host.show(NameView(name))
    #expect(host.texts == ["live"])
  }

  @Test func consumersOfTheInstanceBelongToTheScopeOfTheEnvironment() {
    let scope = OverrideScope()
    let consumers = Injection(strategy: .onDemand, instance: Consumer(name))
    var seen: Consumer?
    host.show(ConsumerView(consumers) { seen = $0 }.environment(\.overrideScope, scope))

    scope.run { _ = name.override(with: "mock") }

    #expect(seen?.name == "mock")
    #expect(seen?.latestName == "mock")
    scope.run { _ = name.override(with: "second mock") }
    #expect(seen?.name == "mock")
    #expect(seen?.latestName == "second mock")
    #expect(Consumer(name).latestName == "live")
  }

  @Test func newScopeIsUsedOnlyForANewIdentity() {
    let (first, second) = (OverrideScope(), OverrideScope())
    first.run { _ = name.override(with: "first") }
    second.run { _ = name.override(with: "second") }

    host.show(NameView(name).environment(\.overrideScope, first))
    host.show(NameView(name).environment(\.overrideScope, second))
    #expect(host.texts == ["first"])

    host.show(
      NameView(name)
        .id(ObjectIdentifier(second))
        .environment(\.overrideScope, second)
    )
    #expect(host.texts == ["second"])
  }

  @Test func viewRetainsTheScopeInWhichItHasRead() {
    weak var scope: OverrideScope?
    do {
      let opened = OverrideScope()
      scope = opened
      host.show(NameView(name).environment(\.overrideScope, opened))
    }
    #expect(scope != nil)

    host.show(EmptyView())
    #expect(scope == nil)
  }
}
