extension Theme {
  /// Injections of each strategy, of this module and of another, and a family.
  static let resolving = Theme(
    title: "Resolving",
    rows: [
      Row(name: "resolve a singleton", bound: Bound.kept) { count in
        for _ in 0..<count { use(HandWritten.singleton()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.singleton()) }
      },
      Row(name: "resolve a shared instance", bound: Bound.kept) { count in
        let held = HandWritten.shared()
        for _ in 0..<count { use(HandWritten.shared()) }
        extendLifetime(held)
      } vial: { count in
        let held = Resolved.shared()
        for _ in 0..<count { use(Resolved.shared()) }
        extendLifetime(held)
      },
      Row(name: "resolve an on-demand instance", bound: Bound.onDemand) { count in
        for _ in 0..<count { use(HandWritten.onDemand()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.onDemand()) }
      },
      Row(name: "resolve a singleton of another module", bound: Bound.kept) { count in
        for _ in 0..<count { use(HandWritten.publishedSingleton()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.publishedSingleton()) }
      },
      Row(name: "resolve a shared instance of another module", bound: Bound.kept) { count in
        let held = HandWritten.publishedShared()
        for _ in 0..<count { use(HandWritten.publishedShared()) }
        extendLifetime(held)
      } vial: { count in
        let held = Resolved.publishedShared()
        for _ in 0..<count { use(Resolved.publishedShared()) }
        extendLifetime(held)
      },
      Row(name: "resolve an on-demand instance of another module", bound: Bound.onDemand) { count in
        for _ in 0..<count { use(HandWritten.publishedOnDemand()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.publishedOnDemand()) }
      },
      Row(name: "resolve a singleton, a struct", bound: Bound.kept) {
        count in
        for _ in 0..<count { use(HandWritten.singletonSettings()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.singletonSettings()) }
      },
      Row(
        name: "resolve a family's singleton by an Int key",
        bound: Bound.familyKey,
        beside: "one singleton",
        left: Row.resolveSingleton
      ) { count in
        for _ in 0..<count { use(Resolved.service(7)) }
      },
    ]
  )
}
