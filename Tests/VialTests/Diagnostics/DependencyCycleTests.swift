import Testing
import Vial

private protocol A {}
private protocol B {}
private protocol C {}
private struct Part: A, B, C {
  init(_ needs: Any...) {}
}

/// Dependency cycles, published in the files of an imagined application.
@MainActor private enum Cycle {
  static let a: Injection<any A> = Injection(strategy: .singleton, fileID: "Feature/A.swift", line: 12) {
    Part(b.resolve())
  }
  static let b: Injection<any B> = Injection(strategy: .shared, fileID: "Feature/B.swift", line: 8) {
    Part(c.resolve())
  }
  static let c: Injection<any C> = Injection(strategy: .onDemand, fileID: "Feature/C.swift", line: 3) {
    Part(a.resolve())
  }

  /// Resolves an injection of the cycle, but is not part of the cycle.
  static let entrance = Injection(strategy: .singleton, fileID: "App/Main.swift", line: 1) { [b.resolve()].count }

  static let itself: Injection<Int> = Injection(
    strategy: .onDemand,
    instance: itself.resolve(),
    fileID: "App/Itself.swift",
    line: 2
  )
  static let number: Injection<Int> = Injection(
    strategy: .singleton,
    instance: text.resolve().count,
    fileID: "Feature/Number.swift",
    line: 12
  )
  static let text: Injection<String> = Injection(
    strategy: .onDemand,
    instance: "\(number.resolve())",
    fileID: "Feature/Text.swift",
    line: 8
  )

  /// Is overridden while it is being built.
  static let decorated: Injection<any A> = Injection(strategy: .singleton, fileID: "Feature/Decorated.swift", line: 5) {
    decorated.override(with: { $0.resolve() })
    return Part(needsDecorated.resolve())
  }
  static let needsDecorated: Injection<any B> = Injection(
    strategy: .singleton,
    instance: Part(decorated.resolve()),
    fileID: "Feature/NeedsDecorated.swift",
    line: 6
  )
}

/// A dependency cycle stops the program at the resolve that closes it (rule 24).
@MainActor struct DependencyCycleTests {
  private static let cycles: [StoppingProgram] = [
    StoppingProgram(
      "The message has the path, the declarations and a fix",
      beginsWith: """
        Feature/A.swift:12: Fatal error: Dependency cycle: any A → any B → any C → any A

            any A   Feature/A.swift:12
            any B   Feature/B.swift:8
            any C   Feature/C.swift:3

        Break the cycle by making one of them consume the other with @Instance, which is resolved at its first read.
        """
    ) { _ = Cycle.a.resolve() },
    StoppingProgram(
      "The lines of types with names of different lengths are aligned",
      contains: """
        Dependency cycle: Int → String → Int

            Int      Feature/Number.swift:12
            String   Feature/Text.swift:8

        """
    ) { _ = Cycle.number.resolve() },
    StoppingProgram(
      "The path begins at the first repeated injection, after a consumer and an injection that are no part of it",
      contains: "Dependency cycle: any B → any C → any A → any B\n",
      lacks: ["App/Main.swift", "Read:"]
    ) { _ = Owner(Cycle.entrance).value },
    StoppingProgram(
      "An injection that resolves itself",
      contains: """
        Dependency cycle: Int → Int

            Int   App/Itself.swift:2

        Break the cycle
        """
    ) { _ = Cycle.itself.resolve() },
    StoppingProgram(
      "The key of a family",
      contains: """
        Dependency cycle: Int → Int[key] → Int

            Int        Feature/R.swift:1
            Int[key]   Feature/F.swift:2

        """
    ) {
      let required = Injection<Int>.required("a number", fileID: "Feature/R.swift", line: 1)
      let family = InjectionFamily<String, Int>(strategy: .singleton, fileID: "Feature/F.swift", line: 2) { _ in
        required.resolve()
      }
      required.provide(with: family.resolve("key"))
      _ = required.resolve()
    },
    StoppingProgram(
      "Two keys of a family",
      contains: """
        Dependency cycle: Int[first] → Int[second] → Int[first]

            Int[first]    Feature/Pages.swift:3
            Int[second]   Feature/Pages.swift:3

        """
    ) {
      let family = Variable<InjectionFamily<String, Int>?>(nil)
      family.content = InjectionFamily(strategy: .singleton, fileID: "Feature/Pages.swift", line: 3) { key in
        family.content?.resolve(key == "first" ? "second" : "first") ?? 0
      }
      _ = family.content?.resolve("first")
    },
    StoppingProgram(
      "Injections that the same line has published are different steps",
      contains: "Dependency cycle: Int → Int → Int\n"
    ) {
      // The first of the three injections needs the cycle of the other two.
      let injections = Variable<[Injection<Int>]>([])
      injections.content = [1, 2, 1].map { next in
        Injection(strategy: .onDemand) { injections.content[next].resolve() }
      }
      _ = injections.content[0].resolve()
    },
    StoppingProgram(
      "A cycle in a scope of a scope",
      contains: "Dependency cycle: any A → any B → any C → any A\n"
    ) { withOverrideScope(.isolated) { withOverrideScope(.fresh) { _ = Cycle.a.resolve() } } },
    StoppingProgram("A cycle in an ended scope", contains: "Dependency cycle: Int → String → Int\n") {
      let scope = withOverrideScope(.isolated) { OverrideScope.current }
      _ = scope.run { Cycle.number.resolve() }
    },
    StoppingProgram(
      "A factory that runs itself in a second scope",
      contains: "Dependency cycle: Int → Int\n\n    Int   Feature/A.swift:12\n"
    ) {
      let runLoop = Variable<(@MainActor () -> Void)?>(nil)
      let injection = Injection<Int>(strategy: .singleton, fileID: "Feature/A.swift", line: 12) {
        runLoop.content?()
        return 1
      }
      let (first, second) = (OverrideScope(.isolated), OverrideScope(.isolated))
      runLoop.content = { _ = second.run { injection.resolve() } }
      _ = first.run { injection.resolve() }
    },
  ]

  /// Cycles through overrides, whose messages name the override that resolves itself.
  private static let cyclesOfOverrides: [StoppingProgram] = [
    StoppingProgram(
      "An override that resolves itself",
      beginsWith: """
        App/Tests.swift:5: Fatal error: Dependency cycle: Int → Int

            Int   Feature/Weather.swift:4

        Resolve the original in the override at App/Tests.swift:5: override(with: { $0.resolve() }).
        """
    ) {
      let weather = Injection(strategy: .singleton, instance: 1, fileID: "Feature/Weather.swift", line: 4)
      weather.override(with: weather.resolve(), fileID: "App/Tests.swift", line: 5)
      withOverrideScope { _ = weather.resolve() }
    },
    StoppingProgram(
      "An override that resolves itself below a newer override",
      contains: "Resolve the original in the override at App/Tests.swift:5"
    ) {
      let weather = Injection(strategy: .singleton, instance: 1)
      weather.override(fileID: "App/Tests.swift", line: 5) {
        weather.override(with: { $0.resolve() }, fileID: "App/Late.swift", line: 6)
        return weather.resolve()
      }
      withOverrideScope { _ = weather.resolve() }
    },
    StoppingProgram(
      "An override of a family that resolves itself",
      contains: """
        Resolve the original in the override at App/Tests.swift:5: \
        override(with: { _, original in original.resolve() }).
        """
    ) {
      let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
      family.override(with: { _, original in original.resolve() })
      precondition(family.resolve(1) == 1)
      family.override(with: { family.resolve($0) }, fileID: "App/Tests.swift", line: 5)
      _ = family.resolve(1)
    },
    StoppingProgram(
      "A decorator that resolves its own injection",
      beginsWith: "App/Tests.swift:5: Fatal error: Dependency cycle: Int → Int\n"
    ) {
      let injection = Injection(strategy: .onDemand, instance: 1)
      injection.override(with: { _ in injection.resolve() }, fileID: "App/Tests.swift", line: 5)
      _ = injection.resolve()
    },
    StoppingProgram(
      "An injection with several decorators is one step",
      contains: "Dependency cycle: Int → String → Int\n"
    ) {
      Cycle.number.override(with: { $0 + 1 })
      Cycle.number.override(with: { original in original.resolve() + 1 })
      Cycle.text.override(with: { $0 + "!" })
      _ = Cycle.number.resolve()
    },
    StoppingProgram(
      "An injection that is overridden during its build is one step",
      contains: """
        Dependency cycle: any A → any B → any A

            any A   Feature/Decorated.swift:5
            any B   Feature/NeedsDecorated.swift:6

        """
    ) { _ = Cycle.decorated.resolve() },
  ]

  @Test(.exitTest) func messageHasThePathTheDeclarationsAndAFix() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { StoppingProgram.writeFailures(of: Self.cycles + Self.cyclesOfOverrides) }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test func longChainsAndRepeatedDependenciesAreNoCycles() {
    var chain: [Injection<Int>] = []
    for number in 0..<500 {
      let next = chain.last
      chain.append(Injection(strategy: number < 400 ? .singleton : .onDemand) { (next?.resolve() ?? 0) + 1 })
    }
    let last = chain[499]
    let entrance = Injection<Int>(strategy: .onDemand) { withOverrideScope { last.resolve() } }
    expectEqual(entrance.resolve(), 500)

    let part = Injection(strategy: .onDemand, instance: 1)
    let left = Injection(strategy: .onDemand, instance: part.resolve() + part.resolve())
    let right = Injection(strategy: .onDemand, instance: part.resolve() + left.resolve())
    expectEqual(right.resolve() + left.resolve(), 5)
  }
}
