import Vial

/// How many probes were built, and how many of them are alive.
final class Tally {
  var built = 0
  var alive = 0
}

protocol Named {
  var name: String { get }
  var serial: Int { get }
}

/// An object whose life is counted.
final class Probe: Named {
  let name: String
  let serial: Int
  let parts: [Any]
  private let tally: Tally

  init(_ tally: Tally, _ name: String = "live", parts: [Any] = []) {
    tally.built += 1
    tally.alive += 1
    self.name = name
    self.parts = parts
    self.tally = tally
    serial = tally.built
  }

  deinit {
    tally.alive -= 1
  }
}

/// A value that remembers which build it came from.
struct Sample: Named {
  let name: String
  let serial: Int

  init(_ tally: Tally, _ name: String = "live") {
    tally.built += 1
    self.name = name
    serial = tally.built
  }
}

/// A place for what changes while closures look at it.
final class Box<Content> {
  var content: Content

  init(_ content: Content) {
    self.content = content
  }
}

/// An object that does something when it dies, on the main actor.
final class Farewell {
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  deinit {
    let action = action
    MainActor.assumeIsolated { action() }
  }
}

/// An object that consumes one injection.
@MainActor final class Owner<Value> {
  @Instance var value: Value

  init(_ injection: Injection<Value>) {
    _value = Instance(injection)
  }

  var isResolved: Bool { $value.isResolved }

  func reset() {
    $value.reset()
  }
}

/// The classic lifetimes, and one of each of the others that keeps for ever.
enum Strategies {
  static let all: [InjectionStrategy] = [
    .shared, .singleton, .onDemand, .flow(InjectionFlow("test")), .cached { { true } },
    .expiring(after: .seconds(3600)),
  ]

  /// Those whose cache keeps the instance by itself.
  static let keeping: [InjectionStrategy] = [
    .singleton, .flow(InjectionFlow("test")), .cached { { true } },
    .expiring(after: .seconds(3600)),
  ]
}
