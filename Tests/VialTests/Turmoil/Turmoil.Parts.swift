import Foundation
import Vial

/// What is built: it knows which overrides have a part in it.
final class Thing: AnyThing {
  let overrides: Set<Int>
  private let parts: [Thing]
  private let farewell: Interruption

  init(_ parts: [Thing], _ overrides: Set<Int>, _ farewell: Interruption) {
    self.parts = parts
    self.overrides = parts.reduce(into: overrides) { $0.formUnion($1.overrides) }
    self.farewell = farewell
  }
}

protocol AnyThing: AnyObject {}

/// A thing in a value of several words.
struct ThingInValue {
  let number = 1
  let thing: Thing
  let text = "longer than what stands in a string itself"
}

/// Does something when it dies on the main thread: closures and things hold one.
final class Interruption: Sendable {
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  deinit {
    let action = action
    if Thread.isMainThread { MainActor.assumeIsolated { action() } }
  }
}

/// A key that is not found by its hash, and interrupts when it is described and when it dies.
struct UnrulyKey: Hashable, CustomStringConvertible {
  let number: Int
  let turmoil: Turmoil
  private let farewell: Interruption

  @MainActor
  init(_ number: Int, _ turmoil: Turmoil) {
    self.number = number
    self.turmoil = turmoil
    farewell = turmoil.interruption
  }

  static func == (lhs: UnrulyKey, rhs: UnrulyKey) -> Bool { lhs.number == rhs.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number % 7) }

  var description: String {
    MainActor.assumeIsolated { turmoil.interrupt() }
    return "\(number)"
  }
}

/// A clock that moves on, and interrupts, each time that it is asked.
struct UnrulyClock: Clock {
  struct Instant: InstantProtocol {
    var passed: Duration

    func advanced(by duration: Duration) -> Instant { Instant(passed: passed + duration) }
    func duration(to other: Instant) -> Duration { other.passed - passed }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.passed < rhs.passed }
  }

  let turmoil: Turmoil
  let rank: Int

  var now: Instant {
    MainActor.assumeIsolated {
      turmoil.run(rank) { turmoil.interrupt() }
      turmoil.time += .seconds(1)
      return Instant(passed: turmoil.time)
    }
  }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// A stream that interrupts at each line.
struct UnrulyStream: TextOutputStream {
  let turmoil: Turmoil

  mutating func write(_ text: String) {
    MainActor.assumeIsolated { turmoil.interrupt() }
  }
}
