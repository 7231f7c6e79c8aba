import Testing
import Vial

/// A property can be used while one of its instances is replaced, mutated or read for the first time (rules 9 and 10).
///
/// The setters are `nonmutating`. A mutating setter would access the owner exclusively, and stop these programs.
@MainActor struct ConsumerAccessTests {
  private let live = Injection(strategy: .singleton, instance: Part())

  @Test func deinitializerOfTheReplacedInstanceCanReadThePropertyOfAClass() {
    let owner = Owner(live)
    let found = Box<Part?>(nil)
    owner.value = Part { [unowned owner] in found.content = owner.value }
    let new = Part()

    owner.value = new

    expect(found.content === new)
  }

  @Test func deinitializerOfTheReplacedInstanceCanReadThePropertyOfAStructure() {
    let owner = Box(StructOwner(live))
    let found = Box<Part?>(nil)
    owner.content.value = Part { [unowned owner] in found.content = owner.content.value }
    let new = Part()

    owner.content.value = new

    expect(found.content === new)
  }

  @Test func deinitializerOfTheDiscardedInstanceCanReadAndAssignTheProperty() {
    let owner = Owner(live)
    let new = Part()
    owner.value = Part { [unowned owner, live] in
      if owner.value === live.resolve() { owner.value = new }
    }

    owner.reset()

    expect(owner.value === new)
  }

  @Test func deinitializerOfTheReplacedInstanceCanReadTheDynamicProperty() {
    let reader = DynamicReader(live)
    let found = Box<Part?>(nil)
    reader.value = Part { [unowned reader] in found.content = reader.value }

    reader.reset()

    expect(found.content === live.resolve())
  }

  @Test func deinitializerOfTheReplacedValueCanReadTheWeakProperty() {
    let reference = Reference(Injection(strategy: .singleton, instance: [Part()]))
    let count = Box<Int?>(nil)
    reference.value = [Part { [unowned reference] in count.content = reference.value?.count }]

    reference.value = []

    expectEqual(count.content, 0)
  }

  @Test func firstReadCanBeAMutationInPlace() {
    let numbers = Injection(strategy: .singleton, instance: [1])
    let (owner, dynamic) = (Owner(numbers), DynamicReader(numbers))
    let structure = StructOwner(numbers)

    owner.value.append(2)
    dynamic.value.append(3)
    structure.value.append(4)

    expectEqual(owner.value, [1, 2])
    expectEqual(dynamic.value, [1, 3])
    expectEqual(structure.value, [1, 4])
    expectEqual(numbers.resolve(), [1])
  }

  @Test func factoryCanReadAnotherPropertyOfTheStructureThatIsMutatedInPlace() {
    struct Model {
      @Instance<[Int]> var numbers: [Int]
      var first = 1
    }
    let model = Box<Model?>(nil)
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
