import Vial
import VialBenchmarksPublished

/// A thing of whose objects the sizes are asked for.
@MainActor
struct Memory {
  static let title = "Memory"

  let name: String

  /// The most bytes that its objects may take, without the allocator's own headers.
  var bound: Int?

  let thing: @MainActor () -> Any

  static let all = [
    Memory(name: "an `Injection`", bound: Bound.injection) {
      Injection<any Service>(strategy: .singleton, instance: LiveService())
    },
    // An `Instance` is frozen as one reference, which its own mirror does not show; were it larger,
    // the cast would stop the program.
    Memory(name: "an `@Instance`", bound: Bound.instance) {
      unsafeBitCast(Instance(Local.singleton), to: AnyObject.self)
    },
    Memory(name: "an `OverrideScope`") { OverrideScope(.isolated) },
  ]
}

/// What was found of a thing's size, in bytes.
@MainActor
struct Size {
  let of: Memory

  /// What its own object takes, and with it those of the library that it refers to and that a
  /// second one does not share with it; `nil` where reflection found none.
  let own: Int?
  let all: Int?

  init(_ memory: Memory) {
    of = memory
    let (thing, second) = (memory.thing(), memory.thing())
    var (found, shared): (Found, Found) = ([:], [:])
    Self.look(at: thing, &found)
    Self.look(at: second, &shared)
    let objects = found.filter { shared[$0.key] == nil }.map(\.value)
    own = objects.min { $0.order < $1.order }?.size
    all = objects.isEmpty ? nil : objects.map(\.size).reduce(0, +)
    extendLifetime((thing, second))
  }

  /// What is missed, in words; `nil` when nothing is.
  var complaint: String? {
    guard let bound = of.bound, own ?? .max > bound else { return nil }
    return "\(of.name): \(own.map { "\($0) bytes" } ?? "not found"), at most \(bound)"
  }

  private typealias Found = [ObjectIdentifier: (order: Int, size: Int)]

  /// Finds the library's objects that a thing is made of.
  private static func look(at thing: Any, _ found: inout Found) {
    let kind = type(of: thing)
    guard String(reflecting: kind).hasPrefix("Vial.") else { return }
    if let kind = kind as? AnyClass {
      let object = ObjectIdentifier(thing as AnyObject)
      guard found[object] == nil else { return }
      found[object] = (found.count, instanceSize(kind))
    }
    var mirror: Mirror? = Mirror(reflecting: thing)
    while let level = mirror {
      for child in level.children { look(at: child.value, &found) }
      mirror = level.superclassMirror
    }
  }
}

/// What the runtime asks the allocator for, without the allocator's own headers: a function of the
/// standard library that has no public name.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int
