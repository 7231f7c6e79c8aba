import MainActorFixture
import Observation
import Testing
import Vial

private protocol Engine {
  var power: Int { get }
}

private final class LiveEngine: Engine {
  let power = 100
}

private struct FixedEngine: Engine {
  let power: Int
}

@MainActor private let engines = Injection<any Engine>(strategy: .shared, instance: LiveEngine())

@MainActor private final class IsolatedModel {
  @Instance(engines) var engine
}

private final class NonisolatedModel {
  @Instance(engines) var engine

  @MainActor func power() -> Int { engine.power }
}

private struct StructModel {
  @Instance(engines) var engine
}

private struct SendableModel: Sendable {
  @Instance(engines) var engine
}

@MainActor @Observable private final class ObservableModel {
  @ObservationIgnored @Instance(engines) var engine
  var readings: [Int] = []

  func measure() {
    readings.append(engine.power)
  }
}

@MainActor private protocol Measuring {
  var engine: any Engine { get set }
}

extension StructModel: @MainActor Measuring {}
extension IsolatedModel: Measuring {}

@MainActor struct InstanceOwnerTests {
  @Test func classOnTheMainActorCanOwnAConsumer() {
    let model = IsolatedModel()

    expectEqual(model.engine.power, 100)
    model.engine = FixedEngine(power: 1)
    expectEqual(model.engine.power, 1)
    expect(model.$engine.isResolved)
    model.$engine.reset()
    expectEqual(model.engine.power, 100)
  }

  @Test func nonisolatedClassCanOwnAConsumer() {
    let model = NonisolatedModel()

    expectEqual(model.power(), 100)
    model.engine = FixedEngine(power: 2)
    expectEqual(model.power(), 2)
    model.$engine.reset()
    expectEqual(model.power(), 100)
  }

  @Test func nonisolatedClassCanBeCreatedOffTheMainActor() async {
    let power = await Task.detached {
      let model = NonisolatedModel()
      return await model.power()
    }.value

    expectEqual(power, 100)
  }

  @Test func structureCanOwnAConsumer() {
    let model = StructModel()

    expectEqual(model.engine.power, 100)
    model.engine = FixedEngine(power: 3)
    expectEqual(model.engine.power, 3)
    model.$engine.reset()
    expectEqual(model.engine.power, 100)
  }

  @Test func consumerOfAConstantStructureIsReadable() {
    let model = StructModel()

    expect(!model.$engine.isResolved)
    expectEqual(model.engine.power, 100)
    expect(model.$engine.isResolved)
  }

  @Test func sendableOwnerCanBeSentToTheMainActor() async {
    let model = await Task.detached { SendableModel() }.value

    expectEqual(model.engine.power, 100)
  }

  @Test func observableClassCanOwnAConsumer() {
    let model = ObservableModel()
    model.measure()
    model.engine = FixedEngine(power: 4)
    model.measure()

    expectEqual(model.readings, [100, 4])
  }

  @Test func consumerCanSatisfyAProtocolRequirement() {
    var models: [any Measuring] = [StructModel(), IsolatedModel()]

    for index in models.indices { models[index].engine = FixedEngine(power: index) }

    expectEqual(models.map(\.engine.power), [0, 1])
  }
}

/// Owners in a module whose default isolation is the main actor.
@MainActor struct MainActorModuleTests {
  private struct Mock: Greeting {
    var text: String { "mock" }
  }

  @Test func ownersReadTheInstancesThatTheirModulePublishes() {
    expectEqual(Dashboard().title, "live")
    expectEqual(Panel().service.text, "live")
    expectEqual(Worker().work(), "live")
  }

  @Test func anotherModuleCanOverride() {
    let token = greeting.override(with: Mock())
    let dashboard = Dashboard()
    expectEqual(dashboard.title, "mock")
    expectEqual(motto.resolve(), "mock!")

    token.rollback()

    expectEqual(motto.resolve(), "live!")
    expectEqual(dashboard.title, "mock")
    dashboard.reset()
    expect(!dashboard.isResolved)
    expectEqual(dashboard.title, "live")
  }

  @Test func anotherModuleCanAssignConsumers() {
    let dashboard = Dashboard()
    dashboard.service = Mock()
    let panel = Panel()
    panel.service = Mock()

    expectEqual(dashboard.title, "mock")
    expectEqual(panel.service.text, "mock")
    expectEqual(Panel().service.text, "live")
  }
}

/// Copies of a struct share their consumer (rule 10).
@MainActor struct StructConsumerTests {
  let counter = InstanceCounter()

  private struct Reader {
    @Instance<CountedObject> var value: CountedObject

    init(_ injection: Injection<CountedObject>) {
      _value = Instance(injection)
    }
  }

  @Test func firstReadOfOneCopyAppliesToAllCopies() {
    let original = Reader(Injection(strategy: .onDemand, instance: CountedObject(counter)))
    let copy = original

    let read = copy.value

    expect(original.$value.isResolved)
    expect(original.value === read)
    expectEqual(counter.built, 1)
  }

  @Test func assignmentToOneCopyAppliesToAllCopies() {
    let original = Reader(Injection(strategy: .singleton, instance: CountedObject(counter)))
    let copy = original

    copy.value = CountedObject(counter, "first")
    expectEqual(original.value.name, "first")

    original.value = CountedObject(counter, "second")
    expectEqual(copy.value.name, "second")
    expectEqual(counter.alive, 1)
  }

  @Test func resetOfOneCopyAppliesToAllCopies() {
    let original = Reader(Injection(strategy: .onDemand, instance: CountedObject(counter)))
    let first = original.value
    let copy = original

    original.$value.reset()

    expect(!copy.$value.isResolved)
    expect(copy.value !== first)
    expect(copy.value === original.value)
  }

  @Test func copiesInAnArrayShareTheAssignedInstance() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let readers = Array(repeating: Reader(injection), count: 3)

    for index in readers.indices { readers[index].value = CountedObject(counter, "\(index)") }

    expectEqual(readers.map(\.value.name), ["2", "2", "2"])
  }

  @Test func consumersThatWereCreatedSeparatelyAreIndependent() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let (first, second) = (Reader(injection), Reader(injection))

    first.value = CountedObject(counter, "assigned")

    expect(!second.$value.isResolved)
    expectEqual(second.value.name, "live")
  }
}
