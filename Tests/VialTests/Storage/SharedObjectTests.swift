import Testing
import Vial

/// Any strong reference to a shared object retains the instance, however the object is wrapped (rule 2).
@MainActor struct SharedObjectTests {
  private final class Failure: Error, Marked, Sendable {}
  private struct PlainFailure: Error, Marked { var number = 0 }

  @Test func anyReferenceRetainsAnInstanceOfAClassOrActor() {
    class Base {}
    final class Derived: Base {}
    actor Worker {}
    expectAnyReferenceRetainsTheInstance({ Token($0) }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Variable($0) }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Variable([String($0)]) }, { $0 })
    expectAnyReferenceRetainsTheInstance({ _ in Derived() as Base }, { $0 })
    expectAnyReferenceRetainsTheInstance({ _ in Worker() }, { $0 })
  }

  @Test func anyReferenceRetainsAnObjectInAnExistential() {
    final class Constant: Sendable {}
    expectAnyReferenceRetainsTheInstance({ Token($0) as AnyObject }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Token($0) as any Numbered }, { $0 as AnyObject })
    expectAnyReferenceRetainsTheInstance({ Token($0) as any Numbered & Equatable }, { $0 as AnyObject })
    expectAnyReferenceRetainsTheInstance({ Token($0) as any Numbered & AnyObject }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Token($0) as Any }, { $0 as AnyObject })
    expectAnyReferenceRetainsTheInstance({ _ in Constant() as any Sendable }, { $0 as AnyObject })
  }

  @Test func anyReferenceRetainsAnObjectInAnOptional() {
    expectAnyReferenceRetainsTheInstance({ Optional(Token($0)) }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Optional(Optional(Token($0))) }, { $0 ?? nil })
    expectAnyReferenceRetainsTheInstance({ (any Numbered)?(Token($0)) }, { $0.map { $0 as AnyObject } })
    expectAnyReferenceRetainsTheInstance({ Token($0) as (any Numbered)?? }, { ($0 ?? nil).map { $0 as AnyObject } })
    expectAnyReferenceRetainsTheInstance({ Token($0) as (any Numbered & AnyObject)? }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Token($0) as AnyObject? }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Optional(Token($0)) as Any }, { ($0 as? Token?) ?? nil })
  }

  /// An error or a structure that is boxed as an object is an object.
  @Test func anyReferenceRetainsAnErrorOrABoxThatIsAnObject() {
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as any Error }, { $0 as? Failure })
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as any Error & Marked }, { $0 as? Failure })
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as Any }, { $0 as AnyObject })
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as Failure? }, { $0 })
    expectAnyReferenceRetainsTheInstance({ _ in (any Error)?(Failure()) }, { $0 as? Failure })
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as (any Error & Marked)? }, { $0 as? Failure })
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as (any Error)?? }, { $0 as? Failure })
    expectAnyReferenceRetainsTheInstance({ PlainFailure(number: $0) as AnyObject }, { $0 })
    expectAnyReferenceRetainsTheInstance({ PlainFailure(number: $0) as AnyObject as Any }, { $0 as AnyObject })
    expectAnyReferenceRetainsTheInstance({ Small(number: $0) as AnyObject }, { $0 })
  }

  /// The value that is restored from the object equals the value that was built, also as `Any`.
  @Test func optionalErrorInAnyKeepsItsType() {
    let injection = Injection<Any>(strategy: .shared) { (Failure() as (any Error)?) as Any }
    let consumer = Owner(injection)

    let types = [consumer.value, injection.resolve(), injection.resolve()].map { type(of: $0) }

    expect(types.allSatisfy { $0 == (any Error)?.self })
  }

  /// Each resolve builds an error that is not an object, and an empty optional, because both are values.
  @Test func errorThatIsAStructureAndAnEmptyOptionalAreNotShared() {
    expectEqual(numberOfInstances { PlainFailure() as any Error }, 2)
    expectEqual(numberOfInstances { PlainFailure() as any Error & Marked }, 2)
    expectEqual(numberOfInstances { PlainFailure() as (any Error)? }, 2)
    expectEqual(numberOfInstances { nil as (any Error)? }, 2)
    expectEqual(numberOfInstances { nil as (any Numbered)? }, 2)
  }

  @Test func weakConsumerReadsAnErrorThatIsAnObject() {
    let failure = Failure()
    let consumer = WeakInstance(Injection<any Error>(strategy: .onDemand, instance: failure))

    expect(consumer.wrappedValue as? Failure === failure)
    expect(consumer.wrappedValue as? Failure === failure)
    expect(consumer.isResolved)
  }
}

private protocol Marked {}

/// Returns how many instances two resolves of a shared injection build while both are retained.
@MainActor private func numberOfInstances<Value>(_ make: @escaping @MainActor () -> Value) -> Int {
  var built = 0
  let injection = Injection<Value>(strategy: .shared) {
    built += 1
    return make()
  }
  let resolved = [injection.resolve(), injection.resolve()]
  return withExtendedLifetime(resolved) { built }
}

/// Expects that a reference to the object itself retains the shared instance.
@MainActor private func expectAnyReferenceRetainsTheInstance<Value>(
  _ make: @escaping @MainActor (Int) -> Value,
  _ object: @MainActor (Value) -> AnyObject?,
  line: Int = #line
) {
  var built = 0
  let injection = Injection<Value>(strategy: .shared) {
    built += 1
    return make(built)
  }
  var held = object(injection.resolve())
  weak let first = held

  expect(held != nil, line: line)
  expect(object(injection.resolve()) === first, line: line)
  expect(object(Owner(injection).value) === first, line: line)
  expect(injection.current.flatMap { object($0) } === first, line: line)
  expect(built == 1, line: line)

  held = nil
  expect(first == nil, line: line)
  expect(injection.current == nil, line: line)

  var owner: Owner<Value>? = Owner(injection)
  weak let second = owner.flatMap { object($0.value) }
  expect(built == 2, line: line)
  expect(object(injection.resolve()) === second, line: line)
  owner = nil
  expect(second == nil, line: line)
}
