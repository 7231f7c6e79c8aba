#if !EVOLUTION
import Foundation
#endif
#if TESTABLE
@testable import Vial
#else
import Vial
#endif

// Owners of every kind. `.ci/matrix` compiles them with each language mode and isolation.

@MainActor let word = Injection(strategy: .onDemand, instance: "live")
@MainActor let number = Injection(strategy: .singleton, instance: 7)

@MainActor
final class MainActorOwner {
  @Instance(word) var text
  @WeakInstance(thing) var back: Thing?
}

final class DynamicOwner {
  @DynamicInstance(word) var text

  @MainActor func read() -> String { text }
}

final class PlainOwner {
  @Instance(word) var text

  @MainActor func read() -> String { text }
}

class BaseOwner {
  @Instance(number) var count

  // Without this initializer, a subclass does not compile in a module with main-actor default isolation.
  init() {}
}

final class DerivedOwner: BaseOwner {
  @Instance(word) var text

  @MainActor func read() -> String { "\(text) \(count)" }
}

struct StructOwner {
  @Instance(word) var text

  @MainActor func read() -> String { text }
}

@MainActor
final class GenericOwner<Value> {
  @Instance var value: Value

  init(_ injection: @escaping @MainActor @autoclosure () -> Injection<Value>) {
    _value = Instance(injection())
  }
}

/// An actor whose consumer is read on the main actor.
actor ActorOwner {
  @MainActor let model = MainActorOwner()

  func read() async -> String { await model.text }
}

/// Resolves outside the main actor.
nonisolated func wordElsewhere() async -> String { await word.resolve() }

final class Thing: Sendable {}

@MainActor let thing = Injection(strategy: .shared, instance: Thing())

#if !EVOLUTION
@MainActor
final class ObjectOwner: NSObject {
  @Instance(word) var text
}
#endif
