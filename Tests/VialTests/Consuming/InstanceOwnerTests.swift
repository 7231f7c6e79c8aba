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

@Suite(.checksInvariants) @MainActor struct InstanceOwnerTests {
  @Test func classOnTheMainActorCanOwnAConsumer() {
    let model = IsolatedModel()

    #expect(model.engine.power == 100)
    model.engine = FixedEngine(power: 1)
    #expect(model.engine.power == 1)
    #expect(model.$engine.isResolved)
    model.$engine.reset()
    #expect(model.engine.power == 100)
  }

  @Test func nonisolatedClassCanOwnAConsumer() {
    let model = NonisolatedModel()

    #expect(model.power() == 100)
    model.engine = FixedEngine(power: 2)
    #expect(model.power() == 2)
    model.$engine.reset()
    #expect(model.power() == 100)
  }

  @Test func nonisolatedClassCanBeCreatedOffTheMainActor() async {
    let power = await Task.detached {
      let model = NonisolatedModel()
      return await model.power()
    }.value

    #expect(power == 100)
  }

  @Test func structureCanOwnAConsumer() {
    let model = StructModel()

    #expect(model.engine.power == 100)
    model.engine = FixedEngine(power: 3)
    #expect(model.engine.power == 3)
    model.$engine.reset()
    #expect(model.engine.power == 100)
  }

  @Test func consumerOfAConstantStructureIsReadable() {
    let model = StructModel()

    #expect(!model.$engine.isResolved)
    #expect(model.engine.power == 100)
    #expect(model.$engine.isResolved)
  }

  @Test func sendableOwnerCanBeSentToTheMainActor() async {
    let model = await Task.detached { SendableModel() }.value

    #expect(model.engine.power == 100)
  }

  @Test func observableClassCanOwnAConsumer() {
    let model = ObservableModel()
    model.measure()
    model.engine = FixedEngine(power: 4)
    model.measure()

    #expect(model.readings == [100, 4])
  }

  @Test func consumerCanSatisfyAProtocolRequirement() {
    var models: [any Measuring] = [StructModel(), IsolatedModel()]

    for index in models.indices { models[index].engine = FixedEngine(power: index) }

    #expect(models.map(\.engine.power) == [0, 1])
  }
}

/// Owners in a module whose default isolation is the main actor.
@Suite(.checksInvariants) @MainActor struct MainActorModuleTests {
  private struct Mock: Greeting {
    var text: String { "mock" }
  }

  @Test func ownersReadTheInstancesThatTheirModulePublishes() {
    #expect(Dashboard().title == "live")
    #expect(Panel().service.text == "live")
    #expect(Worker().work() == "live")
  }

  @Test func anotherModuleCanOverride() {
    let token = greeting.override(with: Mock())
    let dashboard = Dashboard()
    #expect(dashboard.title == "mock")
    #expect(motto.resolve() == "mock!")

    token.rollback()

    #expect(motto.resolve() == "live!")
    #expect(dashboard.title == "mock")
    dashboard.reset()
    #expect(!dashboard.isResolved)
    #expect(dashboard.title == "live")
  }

  @Test func anotherModuleCanAssignConsumers() {
    let dashboard = Dashboard()
    dashboard.service = Mock()
    let panel = Panel()
    panel.service = Mock()

    #expect(dashboard.title == "mock")
    #expect(panel.service.text == "mock")
    #expect(Panel().service.text == "live")
  }
}

/// Copies of a struct share their consumer (rule 10).
@Suite(.checksInvariants) @MainActor struct StructConsumerTests {
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

    #expect(original.$value.isResolved)
    #expect(original.value === read)
    #expect(counter.built == 1)
  }

  @Test func assignmentToOneCopyAppliesToAllCopies() {
    let original = Reader(Injection(strategy: .singleton, instance: CountedObject(counter)))
    let copy = original

    copy.value = CountedObject(counter, "first")
    #expect(original.value.name == "first")

    original.value = CountedObject(counter, "second")
    #expect(copy.value.name == "second")
    #expect(counter.alive == 1)
  }

  @Test func resetOfOneCopyAppliesToAllCopies() {
    let original = Reader(Injection(strategy: .onDemand, instance: CountedObject(counter)))
    let first = original.value
    let copy = original

    original.$value.reset()

    #expect(!copy.$value.isResolved)
    #expect(copy.value !== first)
    #expect(copy.value === original.value)
  }

  @Test func copiesInAnArrayShareTheAssignedInstance() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let readers = Array(repeating: Reader(injection), count: 3)

    for index in readers.indices { readers[index].value = CountedObject(counter, "\(index)") }

    #expect(readers.map(\.value.name) == ["2", "2", "2"])
  }

  @Test func consumersThatWereCreatedSeparatelyAreIndependent() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let (first, second) = (Reader(injection), Reader(injection))

    first.value = CountedObject(counter, "assigned")

    #expect(!second.$value.isResolved)
    #expect(second.value.name == "live")
  }
}
