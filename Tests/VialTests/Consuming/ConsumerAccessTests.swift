import Testing
import Vial

/// A property can be used while one of its instances is replaced, mutated or read for the first time (rules 9 and 10).
///
/// The setters are `nonmutating`. A mutating setter would access the owner exclusively, and stop these programs.
@MainActor struct ConsumerAccessTests {
  private let live = Injection(strategy: .singleton, instance: Part())

  @Test func deinitializerOfTheReplacedInstanceCanReadTheProperty() {
    let found = Variable<[Part]>([])
    let new = Part()

    let owner = Owner(live)
    owner.value = Part { [unowned owner] in found.content.append(owner.value) }
    owner.value = new

    let structure = Variable(StructOwner(live))
    structure.content.value = Part { [unowned structure] in found.content.append(structure.content.value) }
    structure.content.value = new

    let reader = DynamicReader(live)
    reader.value = Part { [unowned reader] in found.content.append(reader.value) }
    reader.reset()

    expectEqual(found.content.map { $0 === new }, [true, true, false])
    expect(found.content.last === live.resolve())

    let reference = Reference(Injection(strategy: .singleton, instance: [Part()]))
    let count = Variable<Int?>(nil)
    reference.value = [Part { [unowned reference] in count.content = reference.value?.count }]
    reference.value = []
    expectEqual(count.content, 0)
  }

  @Test func deinitializerOfTheDiscardedInstanceCanAssignTheProperty() {
    let owner = Owner(live)
    let new = Part()
    owner.value = Part { [unowned owner, live] in
      if owner.value === live.resolve() { owner.value = new }
    }

    owner.reset()

    expect(owner.value === new)
  }

  @Test func mutationInPlaceAssignsTheMutatedInstance() {
    let numbers = Injection(strategy: .singleton, instance: [1])
    let (owner, dynamic, structure) = (Owner(numbers), DynamicReader(numbers), StructOwner(numbers))

    owner.value.append(2)
    dynamic.value.append(3)
    structure.value.append(4)

    expectEqual([owner.value, dynamic.value, structure.value], [[1, 2], [1, 3], [1, 4]])
    expectEqual([Owner(numbers).value, numbers.resolve()], [[1], [1]])
  }

  @Test func factoryCanReadAnotherPropertyOfTheStructureThatIsMutatedInPlace() {
    struct Model {
      @Instance<[Int]> var numbers: [Int]
      var first = 1
    }
    let model = Variable<Model?>(nil)
    let numbers = Injection(strategy: .onDemand) { [model.content?.first ?? 0] }
    model.content = Model(numbers: Instance(numbers))

    model.content?.numbers.append(2)

    expectEqual(model.content?.numbers, [1, 2])
  }
}

/// An object that runs an action on the main actor when it is deinitialized.
@MainActor private final class Part {
  private let action: (@MainActor () -> Void)?

  init(_ action: (@MainActor () -> Void)? = nil) { self.action = action }

  deinit {
    guard let action else { return }
    MainActor.assumeIsolated { action() }
  }
}

@MainActor private struct StructOwner<Value> {
  @Instance var value: Value

  init(_ injection: Injection<Value>) { _value = Instance(injection) }
}
