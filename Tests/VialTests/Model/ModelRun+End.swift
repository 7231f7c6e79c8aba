import Vial

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// How a run ends, and how it is told.

extension Operation {
  /// The first provision of what is required.
  static func providing(_ stack: Int) -> Operation {
    Operation(kind: .provide, seed: UInt64(stack), isPlain: true)
  }
}

extension Model {
  var lines: [String] { trace.map { "\($0.action.line(in: $0.place)) → \($0.result)" } }

  func letGo() {
    owners = [:]
    running = []
    for scope in scopes.indices.dropFirst() where !scopes[scope].isGone {
      end(scope)
      scopes[scope].isHeld = false
    }
    for layer in stacks.flatMap({ $0 }).sorted().reversed() { _ = remove(layer) }
    empty { fills[$0]?.flow != nil }
    settle()
  }
}

extension RealWorld {
  func letGo() {
    owners = [:]
    weakOwners = [:]
    for scope in scopes.keys.sorted() { scopes[scope]?.end() }
    scopes = [:]
    Overrides.rollbackAll()
    flows[1].clear()
  }

  /// Takes everything apart, so that nothing of the run is left.
  func dismantle() {
    model.isOver = true
    observation?.cancel()
    letGo()
    for provision in provisions { provision.withdraw() }
    injections = []
    families = []
  }
}

extension Action {
  func line(in place: Int) -> String { place == 0 ? "\(self)" : "in \(place): \(self)" }
}

/// A number that the environment gives.
func number(_ name: String) -> Int? {
  getenv(name).flatMap { Int(String(cString: $0)) }
}

/// Prints a line that is there also when the program stops at the next one.
func printAtOnce(_ line: String) {
  print(line)
  fflush(nil)
}
