extension Section {
  /// Resolving injections of each strategy, from this module and from another, and a key of a family.
  static let resolving = Section(
    title: "Resolving",
    rows: [
      Row(
        name: "resolve a singleton",
        bound: Bound.singleton,
        baseline: Row.singletonByHand,
        vial: Row.resolveSingleton
      ),
      Row(name: "resolve a shared instance", bound: Bound.shared) { count in
        let retained = HandWritten.shared()
        for _ in 0..<count { use(HandWritten.shared()) }
        extendLifetime(retained)
      } vial: {
        Row.resolveShared($0)
      },
      Row(name: "resolve an on-demand instance", bound: Bound.onDemand) { count in
        for _ in 0..<count { use(HandWritten.onDemand()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.onDemand()) }
      },
      Row(name: "resolve a singleton of another module", bound: Bound.singleton) { count in
        for _ in 0..<count { use(HandWritten.publishedSingleton()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.publishedSingleton()) }
      },
      Row(name: "resolve a shared instance of another module", bound: Bound.shared) { count in
        let retained = HandWritten.publishedShared()
        for _ in 0..<count { use(HandWritten.publishedShared()) }
        extendLifetime(retained)
      } vial: { count in
        let retained = Resolved.publishedShared()
        for _ in 0..<count { use(Resolved.publishedShared()) }
        extendLifetime(retained)
      },
      Row(name: "resolve an on-demand instance of another module", bound: Bound.onDemand) { count in
        for _ in 0..<count { use(HandWritten.publishedOnDemand()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.publishedOnDemand()) }
      },
      Row(name: "resolve a singleton, a struct", bound: Bound.singleton) { count in
        for _ in 0..<count { use(HandWritten.singletonSettings()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.singletonSettings()) }
      },
      Row(
        name: "resolve a family's singleton by an Int key",
        bound: Bound.familyKey,
        baselineName: "a singleton by hand",
        baseline: Row.singletonByHand
      ) { count in
        for _ in 0..<count { use(Resolved.service(7)) }
      },
    ]
  )
}
