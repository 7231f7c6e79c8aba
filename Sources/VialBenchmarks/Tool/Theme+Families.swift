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
        for _ in 0..<count { use(Resolved.singleton()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.service(7)) }
      },
      Row(
        name: "look an Int key up in a family",
        bound: nil,
        beside: "a dictionary"
      ) { count in
        for _ in 0..<count { use(HandWritten.service(7)) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.service(7)) }
      },
      Row(
        name: "look a String key up in a family",
        bound: nil,
        beside: "a dictionary"
      ) { count in
        for _ in 0..<count { use(HandWritten.service("Zurich")) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.service("Zurich")) }
      },
    ]
  )
}
