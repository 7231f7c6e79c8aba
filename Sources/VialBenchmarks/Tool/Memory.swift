import Vial

/// A thing whose size is asked for.
@MainActor
struct Memory {
  static let title = "Memory"

  let name: String

  /// The most bytes that its objects may take, without the allocator's own headers.
  var bound: Int?

  /// What its objects take, where reflection can find them.
  var objects: @MainActor () -> Int? = { nil }

  /// What one takes of the heap, headers and rounding included, where that can be asked.
  var heap: @MainActor () -> Int? = { nil }

  static let all = [
    Memory(name: "an `Injection`", bound: 160) {
      objects(in: injection())
    } heap: {
      heap { injection() }
    },
    Memory(name: "an `@Instance`", bound: 96) {
      objects(in: consumer())
    } heap: {
      heap { Instance(Local.singleton) }
    },
    Memory(
      name: "an `@Instance` of a singleton that was read",
      heap: {
        heap {
          let consumer = Instance(Local.singleton)
          _ = consumer.wrappedValue
          return consumer
        }
      }
    ),
    Memory(
      name: "an override, besides its token",
      heap: { heap { Local.singleton.override(with: LiveService()) } }
    ),
    Memory(
      name: "the token of an override, where it is stored",
      objects: { MemoryLayout<Override>.size },
      heap: { 0 }
    ),
    Memory(name: "an `OverrideScope`", heap: { heap { OverrideScope(.isolated) } }),
    Memory(
      name: "an `OverrideScope` with an override that was resolved",
      heap: {
        heap {
          let scope = OverrideScope(.isolated)
          scope.run {
            Local.singleton.override(with: LiveService())
            _ = Local.singleton.resolve()
          }
          return scope
        }
      }
    ),
  ]

  private static func injection() -> Injection<any Service> {
    Injection(strategy: .singleton, instance: LiveService())
  }

  /// What an `Instance` refers to, which its own mirror does not show.
  ///
  /// An `Instance` is frozen as one reference; were it larger, the cast would stop the program.
  private static func consumer() -> AnyObject {
    unsafeBitCast(Instance(Local.singleton), to: AnyObject.self)
  }

  /// What one of many takes of the heap; the list of them is not counted.
  private static func heap<Thing>(_ make: () -> Thing) -> Int? {
    let count = 10_000
    var things: [Thing] = []
    things.reserveCapacity(count)
    guard let before = Shell.heapInUse() else { return nil }
    for _ in 0..<count { things.append(make()) }
    let after = Shell.heapInUse()
    extendLifetime(things)
    Overrides.rollbackAll()
    return after.map { ($0 - before + count / 2) / count }
  }
}

/// What was found of a thing's size, in bytes.
@MainActor
struct Sizes {
  let of: Memory
  let objects: Int?
  let heap: Int?

  init(_ thing: Memory) {
    of = thing
    objects = thing.objects()
    heap = thing.heap()
  }

  /// What is missed, in words; `nil` when nothing is.
  var complaint: String? {
    guard let bound = of.bound, objects ?? .max > bound else { return nil }
    return "\(of.name): \(objects.map { "\($0) bytes" } ?? "not found"), at most \(bound)"
  }
}

// MARK: - Objects

extension Memory {
  /// What the library's objects take that a thing is made of, found by reflection.
  private static func objects(in thing: Any) -> Int? {
    var sizes: [ObjectIdentifier: Int] = [:]
    look(at: thing, &sizes)
    return sizes.isEmpty ? nil : sizes.values.reduce(0, +)
  }

  private static func look(at thing: Any, _ sizes: inout [ObjectIdentifier: Int]) {
    let kind = type(of: thing)
    guard String(reflecting: kind).hasPrefix("Vial.") else { return }
    if let kind = kind as? AnyClass {
      let object = ObjectIdentifier(thing as AnyObject)
      guard sizes[object] == nil else { return }
      sizes[object] = instanceSize(kind)
    }
    var mirror: Mirror? = Mirror(reflecting: thing)
    while let level = mirror {
      for child in level.children { look(at: child.value, &sizes) }
      mirror = level.superclassMirror
    }
  }
}

/// What the runtime asks the allocator for, without the allocator's own headers: a function of the
/// standard library that has no public name.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int
