import Vial

extension Theme {
  /// Families, beside one injection and beside a dictionary.
  static let families = Theme(
    title: "Families",
    rows: [
      Row(
        name: "resolve a family's singleton by an Int key",
        bound: 8,
        beside: "one singleton"
      ) { count in
        for _ in 0..<count { use(Local.singletonInstance()) }
      } vial: { count in
        for _ in 0..<count { use(Local.byNumber.resolve(7)) }
      },
      Row(
        name: "resolve a family's singleton by an Int key, beside a dictionary",
        bound: nil,
        beside: "a dictionary by hand"
      ) { count in
        for _ in 0..<count { use(HandWritten.service(7)) }
      } vial: { count in
        for _ in 0..<count { use(Local.byNumber.resolve(7)) }
      },
      Row(
        name: "resolve a family's singleton by a String key, beside a dictionary",
        bound: nil,
        beside: "a dictionary by hand"
      ) { count in
        for _ in 0..<count { use(HandWritten.service("Zurich")) }
      } vial: { count in
        for _ in 0..<count { use(Local.byName.resolve("Zurich")) }
      },
    ]
  )
}
