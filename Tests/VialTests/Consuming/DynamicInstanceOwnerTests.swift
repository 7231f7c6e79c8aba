import Observation
import Testing
import Vial
import VialInspection

private protocol Engine: Sendable {
  var power: Int { get }
}

private struct FixedEngine: Engine {
  let power: Int
}

@MainActor private let engines = Injection<any Engine>(strategy: .singleton, instance: FixedEngine(power: 100))
@MainActor private let required = Injection<Int>.required("a number", fileID: "A.swift", line: 1)

@MainActor private final class IsolatedModel {
  @DynamicInstance(engines) var engine
}

private final class NonisolatedModel {
  @DynamicInstance(engines) var engine

  @MainActor func power() -> Int { engine.power }
}

private struct SendableModel: Sendable {
  @DynamicInstance(engines) var engine

  nonisolated func power() async -> Int { await engine.power }
}

@MainActor @Observable private final class ObservableModel {
  @ObservationIgnored @DynamicInstance(engines) var engine
}

@MainActor private final class RequiringModel {
  @DynamicInstance(required) var number
}

/// The types that can own a dynamic consumer, and how messages and events name them.
@MainActor struct DynamicInstanceOwnerTests {
  @Test func classOnTheMainActorCanOwnADynamicConsumer() {
    let model = IsolatedModel()

    expectEqual(model.engine.power, 100)
    model.engine = FixedEngine(power: 1)
    expectEqual(model.engine.power, 1)
    model.$engine.reset()
    expectEqual(model.engine.power, 100)
  }

  @Test func observableClassCanOwnADynamicConsumer() {
    let model = ObservableModel()

    model.engine = FixedEngine(power: 2)

    expectEqual(model.engine.power, 2)
  }

  @Test func nonisolatedClassCanBeCreatedOffTheMainActor() async {
    let power = await Task.detached {
      let model = NonisolatedModel()
      return await model.power()
    }.value

    expectEqual(power, 100)
  }

  @Test func sendableOwnerCanBeReadOffTheMainActor() async {
    let scope = OverrideScope()
    let model = scope.run {
      engines.override(with: FixedEngine(power: 3))
      return SendableModel()
    }

    let power = await Task.detached { await model.power() }.value

    expectEqual(power, 3)
    scope.end()
  }

  // MARK: Diagnostics

  @Test func eventsOfEachReadNameTheOwner() {
    let injection = Injection(strategy: .singleton, instance: 7)
    let owner = "Reporter"
    let consumer = DynamicInstance(injection, owner: owner)
    var events: [String] = []

    let observation = Injections.observe { event in
      switch event {
      case .built(let resolution, _, _, _): events.append("built for \(resolution.requester?.description ?? "nobody")")
      case .reused(let resolution): events.append("reused for \(resolution.requester?.description ?? "nobody")")
      default: events.append("\(event)")
      }
    }
    _ = (consumer(), consumer(), consumer())
    observation.cancel()

    expectEqual(events, ["built for Reporter", "reused for Reporter", "reused for Reporter"])
  }

  @Test func messageOfAMissingImplementationNamesTheOwner() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = RequiringModel().number }
    }

    expect(standardError(of: result).contains("Needed by: RequiringModel\n"))
  }

  @Test func dynamicConsumerOfASingletonIsNoCaptiveDependency() {
    let session = Injection(strategy: .flow(InjectionFlow("session")), instance: CountedObject(InstanceCounter()))
    let kept = Injection(strategy: .singleton, instance: Owner(session))
    let dynamic = Injection(strategy: .singleton, instance: DynamicReader(session))

    let graph = InjectionGraph.record {
      _ = kept.resolve().value
      _ = dynamic.resolve().value
    }

    expectEqual(graph.captiveDependencies.count, 1)
  }

  @Test func printingAnOwnerShowsTheAssignedInstanceAndEvaluatesNothing() {
    let counter = InstanceCounter()
    let reader = DynamicReader(Injection(strategy: .singleton, instance: CountedObject(counter)))
    let number = DynamicReader(Injection(strategy: .singleton, instance: 7))
    _ = number.value

    var (text, numbers, assigned) = ("", "", "")
    dump(reader, to: &text)
    dump(number, to: &numbers)
    number.value = 8
    dump(number, to: &assigned)

    expect(text.contains("not resolved"))
    expect(numbers.contains("not resolved"))
    expect(assigned.contains("8"))
    expectEqual(counter.built, 0)
  }
}
