import Vial
import VialBenchmarksPublished

/// The memory of a process per object, including the allocator's overhead.
@MainActor
struct Memory {
  static let title = "Memory"

  let name: String
  private let make: @MainActor () -> Any

  static let all = [
    Memory(name: "an `Injection`") {
      Injection<any Service>(strategy: .singleton, instance: LiveService())
    },
    Memory(name: "an `Injection` whose singleton was built") {
      let injection = Injection<any Service>(strategy: .singleton, instance: LiveService())
      use(injection.resolve())
      return injection
    },
    Memory(name: "an object with one `@Instance`") { Local.Consumer() },
    Memory(name: "an `OverrideScope`") { OverrideScope() },
  ]

  /// Returns the growth of the resident memory per object, or `nil` on systems without `/proc`.
  ///
  /// All objects are retained until the last measurement, because freed memory would be reused without growth.
  static func measure(_ kinds: [Memory]) -> [(name: String, bytes: Int?)] {
    let count = 100_000
    var retained: [[Any]] = []
    defer { extendLifetime(retained) }
    return kinds.map { kind in
      var objects = [Any](repeating: 0, count: count)
      let before = Shell.residentBytes
      for index in 0..<count { objects[index] = kind.make() }
      let after = Shell.residentBytes
      retained.append(objects)
      guard let before, let after else { return (kind.name, nil) }
      return (kind.name, (after - before) / count)
    }
  }
}
