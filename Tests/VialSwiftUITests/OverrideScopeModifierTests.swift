// `Tests/AppleStubs/test` runs this file with stubs of SwiftUI; `swift test` does not.
import SwiftUI
import Testing
import Vial
import VialSwiftUI

/// The modifier `overrideScope` and the scope of the environment.
@MainActor struct OverrideScopeModifierTests {
  let host = ViewHost()
  let name = Injection(strategy: .singleton, instance: "live")

  @Test func onlyViewsInsideTheModifierSeeTheOverrides() {
    host.show(
      VStack {
        NameView(name).overrideScope { name.override(with: "mock") }
        NameView(name)
      }
    )

    #expect(host.texts == ["mock", "live"])
    #expect(!name.isOverridden)
  }

  /// SwiftUI creates the view, and so its consumer, outside the scope, so views use `ViewInstance`.
  @Test func instancePropertyOfAViewIgnoresTheScopeOfTheModifier() {
    host.show(InstanceView(name).overrideScope { name.override(with: "mock") })

    #expect(host.texts == ["live"])
  }

  @Test func modifierKeepsOneScopeThroughAllUpdates() {
    var scopes: [OverrideScope] = []
    var runs = 0

    for _ in 0..<3 {
      host.show(ScopeView { scopes.append($0) }.overrideScope { runs += 1 })
    }

    #expect(runs == 1)
    #expect(scopes.count == 3)
    #expect(scopes.allSatisfy { $0 === scopes[0] && !$0.isGlobal })
  }

  @Test func currentScopeIsTheScopeOfTheEnvironmentWithoutAModifier() {
    var scopes: [OverrideScope] = []
    let scope = OverrideScope()

    host.show(ScopeView { scopes.append($0) })
    scope.run { host.show(ScopeView { scopes.append($0) }) }

    #expect(scopes.count == 2)
    #expect(scopes.first === OverrideScope.global)
    #expect(scopes.last === scope)
  }

  @Test func eachIdentityHasItsOwnScope() {
    let list = Injection(strategy: .singleton, instance: Tally())
    var seen: [Tally] = []

    for window in 1...2 {
      host.show(
        TallyView(list) { seen.append($0) }.overrideScope(.isolated) {}.id(window)
      )
    }

    #expect(seen.count == 2)
    #expect(seen.first !== seen.last)
    #expect(list.current == nil)
  }

  @Test func scopeEndsAfterTheViewIsRemoved() async {
    var scope: OverrideScope?
    host.show(ScopeView { scope = $0 }.overrideScope {})
    #expect(scope?.hasEnded == false)

    host.show(EmptyView())
    #expect(scope?.hasEnded == false)
    await eventually { scope?.hasEnded == true }

    #expect(scope?.hasEnded == true)
  }

  /// The consumer of the instance retains the scope, and the scope retains the instance until its end.
  @Test func instanceWithAConsumerIsReleasedWithTheScope() async {
    let tally = Tally()
    let name = name
    let consumers = Injection(strategy: .singleton, instance: Consumer(name, tally))
    host.show(ConsumerView(consumers).overrideScope(.isolated) {})
    #expect(tally.alive == 1)

    host.show(EmptyView())
    await eventually { tally.alive == 0 }

    #expect(tally.alive == 0)
  }

  @Test func scopeOfAnInnerModifierIsInsideTheScopeOfTheOuterModifier() {
    host.show(
      VStack {
        NameView(name)
          .overrideScope {}
        NameView(name)
          .overrideScope(.isolated) {}
        NameView(name)
          .overrideScope { name.override(with: "inner") }
      }
      .overrideScope { name.override(with: "outer") }
    )

    #expect(host.texts == ["outer", "live", "inner"])
  }

  @Test func removedViewDoesNotEndTheScopeOfTheEnvironment() async {
    let held = OverrideScope()
    host.show(NameView(name).overrideScope {}.environment(\.overrideScope, held))

    host.show(EmptyView())
    await turns()

    #expect(!held.hasEnded)
  }

  @Test func instanceThatOutlivesTheViewKeepsTheOverrides() async {
    let name = name
    let consumers = Injection(strategy: .onDemand, instance: Consumer(name))
    var seen: Consumer?
    host.show(
      ConsumerView(consumers) { seen = $0 }
        .overrideScope { name.override(with: "mock") }
    )

    host.show(EmptyView())
    await turns()

    #expect(seen?.name == "mock")
  }

  /// Runs the tasks that wait for the main actor.
  private func turns() async {
    for _ in 0..<100 { await Task.yield() }
  }

  private func eventually(_ condition: () -> Bool) async {
    for _ in 0..<10_000 where !condition() { await Task.yield() }
  }
}

private struct InstanceView: View {
  @Instance<String> var name: String

  init(_ injection: Injection<String>) { _name = Instance(injection) }

  var body: some View { Text(name) }
}

/// The trait `overrideScope` of a preview.
@MainActor struct PreviewTraitTests {
  let host = ViewHost()
  let name = Injection(strategy: .singleton, instance: "live")

  @Test func previewResolvesInTheScopeOfItsTrait() async throws {
    try await host.showPreview(traits: .overrideScope { name.override(with: "mock") }, NameView(name))

    #expect(host.texts == ["mock"])
    #expect(!name.isOverridden)
  }

  @Test func traitOpensAScopeOfItsKind() async throws {
    var scopes: [OverrideScope] = []

    try await host.showPreview(traits: .overrideScope(.fresh) {}, ScopeView { scopes.append($0) })

    #expect(scopes.map(\.kind) == [.fresh])
  }
}
