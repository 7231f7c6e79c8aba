import Testing
import Vial

/// Any strong reference to a shared object retains the instance, however the object is wrapped (rule 2).
@Suite(.checksInvariants) @MainActor struct SharedObjectTests {
  @Test func anyReferenceRetainsAnObject() {
    expectAnyReferenceRetainsTheInstance({ Token($0) }, { $0 })
  }

  @Test func anyReferenceRetainsAnInstanceOfAGenericClass() {
    expectAnyReferenceRetainsTheInstance({ Box($0) }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Box([String($0)]) }, { $0 })
  }

  @Test func anyReferenceRetainsAnInstanceOfASubclass() {
    class Base {}
    final class Derived: Base {}
    expectAnyReferenceRetainsTheInstance({ _ in Derived() as Base }, { $0 })
  }

  @Test func anyReferenceRetainsAnActor() {
    actor Worker {}
    expectAnyReferenceRetainsTheInstance({ _ in Worker() }, { $0 })
  }

  @Test func anyReferenceRetainsAnAnyObject() {
    expectAnyReferenceRetainsTheInstance({ Token($0) as AnyObject }, { $0 })
  }

  /// An error or a structure that is boxed as an object is an object.
  @Test func anyReferenceRetainsAnAnyObjectThatBoxesAStructure() {
    struct Failure: Error { let number: Int }
    struct Plain { let number: Int }

    expectAnyReferenceRetainsTheInstance({ Failure(number: $0) as AnyObject }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Failure(number: $0) as AnyObject as Any }, { $0 as AnyObject })
    expectAnyReferenceRetainsTheInstance({ Plain(number: $0) as AnyObject }, { $0 })
  }

  /// The value that is restored from the object equals the value that was built, also as `Any`.
  @Test func optionalErrorInAnyKeepsItsType() {
    final class Failure: Error {}
    let injection = Injection<Any>(strategy: .shared) { (Failure() as (any Error)?) as Any }
    let consumer = Owner(injection)

    let types = [consumer.value, injection.resolve(), injection.resolve()].map { type(of: $0) }

    #expect(types.allSatisfy { $0 == (any Error)?.self })
  }

  @Test func anyReferenceRetainsAnObjectInAnExistential() {
    expectAnyReferenceRetainsTheInstance({ Token($0) as any Numbered }, { $0 as AnyObject })
  }

  @Test func anyReferenceRetainsAnObjectInAProtocolComposition() {
    expectAnyReferenceRetainsTheInstance({ Token($0) as any Numbered & Equatable }, { $0 as AnyObject })
  }

  @Test func anyReferenceRetainsAnObjectInAClassBoundExistential() {
    expectAnyReferenceRetainsTheInstance({ Token($0) as any Numbered & AnyObject }, { $0 })
  }

  @Test func anyReferenceRetainsAnObjectInAny() {
    expectAnyReferenceRetainsTheInstance({ Token($0) as Any }, { $0 as AnyObject })
  }

  @Test func anyReferenceRetainsAnObjectInAnySendable() {
    final class Constant: Sendable {}
    expectAnyReferenceRetainsTheInstance({ _ in Constant() as any Sendable }, { $0 as AnyObject })
  }

  @Test func anyReferenceRetainsAnOptionalObject() {
    expectAnyReferenceRetainsTheInstance({ Optional(Token($0)) }, { $0 })
  }

  @Test func anyReferenceRetainsAnObjectInANestedOptional() {
    expectAnyReferenceRetainsTheInstance({ Optional(Optional(Token($0))) }, { $0 ?? nil })
  }

  @Test func anyReferenceRetainsAnObjectInAnOptionalExistential() {
    expectAnyReferenceRetainsTheInstance({ (any Numbered)?(Token($0)) }, { $0.map { $0 as AnyObject } })
  }

  @Test func anyReferenceRetainsAnOptionalObjectInAny() {
    expectAnyReferenceRetainsTheInstance({ Optional(Token($0)) as Any }, { ($0 as? Token?) ?? nil })
  }

  @Test func anyReferenceRetainsAnErrorThatIsAnObject() {
    final class Failure: Error, Sendable {}
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as any Error }, { $0 as? Failure })
  }

  @Test func anyReferenceRetainsAnErrorThatIsAnObjectInAComposition() {
    final class Failure: Error, Marked, Sendable {}
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as any Error & Marked }, { $0 as? Failure })
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as Any }, { $0 as AnyObject })
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as (any Error & Marked)? }, { $0 as? Failure })
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as (any Error)?? }, { $0 as? Failure })
    expectAnyReferenceRetainsTheInstance({ _ in Failure() as Failure? }, { $0 })
  }

  @Test func anyReferenceRetainsAnObjectInAnOptionalClassBoundExistential() {
    expectAnyReferenceRetainsTheInstance({ Token($0) as (any Numbered & AnyObject)? }, { $0 })
    expectAnyReferenceRetainsTheInstance({ Token($0) as AnyObject? }, { $0 })
    expectAnyReferenceRetainsTheInstance(
      { Token($0) as (any Numbered)?? },
      { $0.flatMap { $0 }.map { $0 as AnyObject } }
    )
  }

  /// An error that is no object, and an empty optional, are values, of which each resolve builds one.
  @Test func errorThatIsAStructureAndAnEmptyOptionalAreNotShared() {
    struct Failure: Error, Marked {}

    #expect(numberOfInstances { Failure() as any Error } == 2)
    #expect(numberOfInstances { Failure() as any Error & Marked } == 2)
    #expect(numberOfInstances { Failure() as (any Error)? } == 2)
    #expect(numberOfInstances { nil as (any Error)? } == 2)
    #expect(numberOfInstances { nil as (any Numbered)? } == 2)
  }

  @Test func weakConsumerReadsAnErrorThatIsAnObject() {
    final class Failure: Error, Sendable {}
    let failure = Failure()
    let consumer = WeakInstance(Injection<any Error>(strategy: .onDemand, instance: failure))

    #expect(consumer.wrappedValue as? Failure === failure)
    #expect(consumer.wrappedValue as? Failure === failure)
    #expect(consumer.isResolved)
  }

  @Test func anyReferenceRetainsAnOptionalErrorThatIsAnObject() {
    final class Failure: Error, Sendable {}
    expectAnyReferenceRetainsTheInstance({ _ in (any Error)?(Failure()) }, { $0 as? Failure })
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
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var built = 0
  let injection = Injection<Value>(strategy: .shared) {
    built += 1
    return make(built)
  }
  var held = object(injection.resolve())
  weak let first = held

  #expect(held != nil, sourceLocation: sourceLocation)
  #expect(object(injection.resolve()) === first, sourceLocation: sourceLocation)
  #expect(object(Owner(injection).value) === first, sourceLocation: sourceLocation)
  #expect(injection.current.flatMap { object($0) } === first, sourceLocation: sourceLocation)
  #expect(built == 1, sourceLocation: sourceLocation)

  held = nil
  #expect(first == nil, sourceLocation: sourceLocation)
  #expect(injection.current == nil, sourceLocation: sourceLocation)

  var owner: Owner<Value>? = Owner(injection)
  weak let second = owner.flatMap { object($0.value) }
  #expect(built == 2, sourceLocation: sourceLocation)
  #expect(object(injection.resolve()) === second, sourceLocation: sourceLocation)
  owner = nil
  #expect(second == nil, sourceLocation: sourceLocation)
}
