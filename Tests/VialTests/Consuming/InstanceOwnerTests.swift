import MainActorFixture
import Observation
import Testing
import Vial

private protocol Engine: Sendable {
  var power: Int { get }
}

private struct FixedEngine: Engine {
  let power: Int
}

@MainActor private let engines = Injection<any Engine>(strategy: .singleton, instance: FixedEngine(power: 100))

/// An owner of a consumer, which satisfies a requirement of the protocol.
@MainActor private protocol Model {
  var engine: any Engine { get set }
  func reset()
}

@MainActor private final class IsolatedModel: Model {
  @Instance(engines) var engine
  func reset() { $engine.reset() }
}

private final class NonisolatedModel: @MainActor Model {
  @Instance(engines) var engine
  @MainActor func reset() { $engine.reset() }
  @MainActor func power() -> Int { engine.power }
}

private struct StructModel: @MainActor Model {
  @Instance(engines) var engine
  @MainActor func reset() { $engine.reset() }
}

private struct SendableModel: Sendable {
  @Instance(engines) var engine
  @DynamicInstance(engines) var current

  func powers() async -> [Int] { await [engine.power, current.power] }
}

@MainActor @Observable private final class ObservableModel: Model {
  @ObservationIgnored @Instance(engines) var engine
  func reset() { $engine.reset() }
}

@MainActor private final class DynamicModel: Model {
  @DynamicInstance(engines) var engine
  func reset() { $engine.reset() }
}

private final class NonisolatedDynamicModel: @MainActor Model {
  @DynamicInstance(engines) var engine
  @MainActor func reset() { $engine.reset() }
  @MainActor func power() -> Int { engine.power }
}

@MainActor @Observable private final class ObservableDynamicModel: Model {
  @ObservationIgnored @DynamicInstance(engines) var engine
  func reset() { $engine.reset() }
}

/// The types that can own a consumer (rule 10).
@MainActor struct InstanceOwnerTests {
  @Test func classOrStructureOfAnyIsolationCanOwnAConsumer() {
    var models: [any Model] = [
      IsolatedModel(), NonisolatedModel(), StructModel(), ObservableModel(), DynamicModel(), NonisolatedDynamicModel(),
      ObservableDynamicModel(),
    ]
    for index in models.indices {
      expectEqual(models[index].engine.power, 100, "\(models[index])")
      models[index].engine = FixedEngine(power: index)
    }
    for (index, model) in models.enumerated() {
      expectEqual(model.engine.power, index, "\(model)")
      model.reset()
      expectEqual(model.engine.power, 100, "\(model)")
    }
  }

  @Test func ownerCanBeCreatedAndReadOffTheMainActor() async {
    let powers = await Task.detached { await [NonisolatedModel().power(), NonisolatedDynamicModel().power()] }.value
    expectEqual(powers, [100, 100])
    let model = await Task.detached { SendableModel() }.value
    expectEqual(model.engine.power, 100)

    let scope = OverrideScope()
    let modelInScope = scope.run {
      engines.override(with: FixedEngine(power: 3))
      return SendableModel()
    }
    expectEqual(await Task.detached { await modelInScope.powers() }.value, [3, 3])
    scope.end()
  }

  private struct Mock: Greeting {
    var text: String { "mock" }
  }

  @Test func ownerCanBeInAModuleThatIsIsolatedToTheMainActor() {
    expectEqual([Dashboard().title, Panel().service.text, Worker().work()], ["live", "live", "live"])

    let token = greeting.override(with: Mock())
    let dashboard = Dashboard()
    expectEqual([dashboard.title, motto.resolve()], ["mock", "mock!"])
    token.rollback()
    expectEqual([dashboard.title, motto.resolve()], ["mock", "live!"])
    dashboard.reset()
    expect(!dashboard.isResolved)
    expectEqual(dashboard.title, "live")

    let panel = Panel()
    dashboard.service = Mock()
    panel.service = Mock()
    expectEqual([dashboard.title, panel.service.text, Panel().service.text], ["mock", "mock", "live"])
  }
}
