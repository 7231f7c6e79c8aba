import Testing
import Vial

/// Any strong reference to a shared object retains the instance, however the object is wrapped (rule 2).
@MainActor struct SharedObjectTests {
  @Test func anyReferenceRetainsAnObject() {
    expectHeldByAnyReference({ Token($0) }, { $0 })
  }

  @Test func anyReferenceRetainsAnInstanceOfAGenericClass() {
    expectHeldByAnyReference({ Box($0) }, { $0 })
    expectHeldByAnyReference({ Box([String($0)]) }, { $0 })
  }

  @Test func anyReferenceRetainsAnInstanceOfASubclass() {
    class Base {}
    final class Derived: Base {}
    expectHeldByAnyReference({ _ in Derived() as Base }, { $0 })
  }

  @Test func anyReferenceRetainsAnActor() {
    actor Worker {}
    expectHeldByAnyReference({ _ in Worker() }, { $0 })
  }

  @Test func anyReferenceRetainsAnAnyObject() {
    expectHeldByAnyReference({ Token($0) as AnyObject }, { $0 })
  }

  /// The box of an error that is not an object is an object itself.
  @Test func anyReferenceRetainsAnAnyObjectThatBoxesAStructure() {
    struct Failure: Error { let number: Int }
    struct Plain { let number: Int }

    expectHeldByAnyReference({ Failure(number: $0) as AnyObject }, { $0 })
    expectHeldByAnyReference({ Failure(number: $0) as AnyObject as Any }, { $0 as AnyObject })
    expectHeldByAnyReference({ Plain(number: $0) as AnyObject }, { $0 })
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
    expectHeldByAnyReference({ Token($0) as any Numbered }, { $0 as AnyObject })
  }

  @Test func anyReferenceRetainsAnObjectInAProtocolComposition() {
    expectHeldByAnyReference({ Token($0) as any Numbered & Equatable }, { $0 as AnyObject })
  }

  @Test func anyReferenceRetainsAnObjectInAClassBoundExistential() {
    expectHeldByAnyReference({ Token($0) as any Numbered & AnyObject }, { $0 })
  }

  @Test func anyReferenceRetainsAnObjectInAny() {
    expectHeldByAnyReference({ Token($0) as Any }, { $0 as AnyObject })
  }

  @Test func anyReferenceRetainsAnObjectInAnySendable() {
    final class Constant: Sendable {}
    expectHeldByAnyReference({ _ in Constant() as any Sendable }, { $0 as AnyObject })
  }

  @Test func anyReferenceRetainsAnOptionalObject() {
    expectHeldByAnyReference({ Optional(Token($0)) }, { $0 })
  }

  @Test func anyReferenceRetainsAnObjectInANestedOptional() {
    expectHeldByAnyReference({ Optional(Optional(Token($0))) }, { $0 ?? nil })
  }

  @Test func anyReferenceRetainsAnObjectInAnOptionalExistential() {
    expectHeldByAnyReference({ (any Numbered)?(Token($0)) }, { $0.map { $0 as AnyObject } })
  }

  @Test func anyReferenceRetainsAnOptionalObjectInAny() {
    expectHeldByAnyReference({ Optional(Token($0)) as Any }, { ($0 as? Token?) ?? nil })
  }

  @Test func anyReferenceRetainsAnErrorThatIsAnObject() {
    final class Failure: Error, Sendable {}
    expectHeldByAnyReference({ _ in Failure() as any Error }, { $0 as? Failure })
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
    expectHeldByAnyReference({ _ in (any Error)?(Failure()) }, { $0 as? Failure })
  }
}

/// The object alone is held, in nothing of the injection's type, and stays the shared one.
@MainActor private func expectHeldByAnyReference<Value>(
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
