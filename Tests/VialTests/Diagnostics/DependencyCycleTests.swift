import Foundation
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
  static let a: Injection<any A> = Injection(
    strategy: .singleton,
    instance: Part(b.resolve()),
    fileID: "Feature/A.swift",
    line: 12
  )
  static let b: Injection<any B> = Injection(
    strategy: .shared,
    instance: Part(c.resolve()),
    fileID: "Feature/B.swift",
    line: 8
  )
  static let c: Injection<any C> = Injection(
    strategy: .onDemand,
    instance: Part(a.resolve()),
    fileID: "Feature/C.swift",
    line: 3
  )

  /// Resolves an injection of the cycle, but is not part of the cycle.
  static let entrance: Injection<Int> = Injection(
    strategy: .singleton,
    instance: [b.resolve()].count,
    fileID: "App/Main.swift",
    line: 1
  )
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
  static let decorated: Injection<any A> = Injection(
    strategy: .singleton,
    fileID: "Feature/Decorated.swift",
    line: 5
  ) {
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
  @Test func messageOfACycleHasThePathTheDeclarationsAndAFix() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Cycle.a.resolve() }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        Feature/A.swift:12: Fatal error: Dependency cycle: any A → any B → any C → any A

            any A   Feature/A.swift:12
            any B   Feature/B.swift:8
            any C   Feature/C.swift:3

        Break the cycle by making one of them consume the other with @Instance, which is resolved at its first read.
        """
      )

    )
  }

  @Test func messageAlignsTheLinesOfTypesWithNamesOfDifferentLengths() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Cycle.number.resolve() }
    }

    expect(
      standardError(of: result).contains(
        """
        Dependency cycle: Int → String → Int

            Int      Feature/Number.swift:12
            String   Feature/Text.swift:8

        """
      )

    )
  }

  @Test func consumerThatReadsACycleIsNotPartOfThePath() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Owner(Cycle.entrance).value }
    }

    expect(
      standardError(of: result).contains("Dependency cycle: any B → any C → any A → any B\n")

    )
  }

  @Test func pathOfACycleBeginsAtTheFirstRepeatedInjection() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Cycle.entrance.resolve() }
    }

    expect(
      standardError(of: result).contains("Dependency cycle: any B → any C → any A → any B\n")

    )
    expect(!standardError(of: result).contains("App/Main.swift"))
  }

  @Test func injectionThatResolvesItselfIsACycle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Cycle.itself.resolve() }
    }

    expect(
      standardError(of: result).contains(
        """
        Dependency cycle: Int → Int

            Int   App/Itself.swift:2

        Break the cycle
        """
      )

    )
  }

  @Test func messageOfACycleDescribesTheKeysOfAFamily() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("a number", fileID: "Feature/R.swift", line: 1)
        let family = InjectionFamily<String, Int>(
          strategy: .singleton,
          fileID: "Feature/F.swift",
          line: 2
        ) { _ in required.resolve() }
        required.provide(with: family.resolve("key"))
        _ = required.resolve()
      }
    }

    expect(
      standardError(of: result).contains(
        """
        Dependency cycle: Int → Int[key] → Int

            Int        Feature/R.swift:1
            Int[key]   Feature/F.swift:2

        """
      )

    )
  }

  @Test func injectionsPublishedByTheSameLineAreDifferentSteps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        // The first of the three injections needs the cycle of the other two.
        let injections = Box<[Injection<Int>]>([])
        injections.content = [1, 2, 1].map { next in
          Injection(
            strategy: .onDemand,
            instance: injections.content[next].resolve(),
            fileID: "Feature/E.swift",
            line: 5
          )
        }
        _ = injections.content[0].resolve()
      }
    }

    expect(standardError(of: result).contains("Dependency cycle: Int → Int → Int\n"))
  }

  // MARK: Scopes

  @Test func cycleInAScopeStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withOverrideScope(.isolated) { withOverrideScope(.fresh) { _ = Cycle.a.resolve() } }
      }
    }

    expect(
      standardError(of: result).contains("Dependency cycle: any A → any B → any C → any A\n")

    )
  }

  @Test func cycleInAnEndedScopeStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let scope = withOverrideScope(.isolated) { OverrideScope.current }
        _ = scope.run { Cycle.number.resolve() }
      }
    }

    expect(standardError(of: result).contains("Dependency cycle: Int → String → Int\n"))
  }

  @Test func longChainInAScopeOpenedByAFactoryIsNotACycle() {
    var last = Injection(strategy: .onDemand, instance: 0)
    for _ in 0..<100 {
      let next = last
      last = Injection(strategy: .onDemand, instance: next.resolve() + 1)
    }
    let chain = last
    let entrance = Injection<Int>(strategy: .onDemand) { withOverrideScope { chain.resolve() } }

    expectEqual(entrance.resolve(), 100)
  }

  // MARK: Consumers

  @Test func consumersReadAfterTheBuildCanFormACycle() {
    let counter = InstanceCounter()
    let box = Box<Injection<LazyPeer>?>(nil)
    let first = Injection(strategy: .singleton, instance: LazyPeer(counter) { box.content })
    let second = Injection(strategy: .singleton, instance: LazyPeer(counter) { first })
    box.content = second

    expect(first.resolve().peer?.value === second.resolve())
    expect(second.resolve().peer?.value === first.resolve())
    expectEqual(counter.built, 2)
  }

  @Test func chainOf500InjectionsIsNotACycle() {
    let injections = Box<[Injection<Int>]>([])
    for index in 0..<500 {
      injections.content.append(
        Injection(
          strategy: .singleton,
          instance: index == 0 ? 0 : injections.content[index - 1].resolve() + 1
        )
      )
    }

    expectEqual(injections.content.last?.resolve(), 499)
  }

  @Test func dependencyResolvedTwiceIsNotACycle() {
    let part = Injection(strategy: .onDemand, instance: 1)
    let left = Injection(strategy: .onDemand, instance: part.resolve() + part.resolve())
    let right = Injection(strategy: .onDemand, instance: part.resolve() + left.resolve())

    expectEqual(right.resolve() + left.resolve(), 5)
  }
}

/// A dependency cycle through overrides names the override that resolves itself (rule 24).
@MainActor struct OverrideCycleTests {
  @Test func messageForAnOverrideThatResolvesItselfSuggestsTheOriginal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let weather = Injection(
          strategy: .singleton,
          instance: 1,
          fileID: "Feature/Weather.swift",
          line: 4
        )
        weather.override(with: weather.resolve(), fileID: "App/Tests.swift", line: 5)
        withOverrideScope { _ = weather.resolve() }
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        App/Tests.swift:5: Fatal error: Dependency cycle: Int → Int

            Int   Feature/Weather.swift:4

        Resolve the original in the override at App/Tests.swift:5: override(with: { $0.resolve() }).
        """
      )

    )
  }

  @Test func messageNamesTheOverrideThatResolvesItselfBelowANewerOverride() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let weather = Injection(strategy: .singleton, instance: 1)
        weather.override(fileID: "App/Tests.swift", line: 5) {
          weather.override(with: { $0.resolve() }, fileID: "App/Late.swift", line: 6)
          return weather.resolve()
        }
        withOverrideScope { _ = weather.resolve() }
      }
    }

    expect(
      standardError(of: result).contains(
        "Resolve the original in the override at App/Tests.swift:5"
      )

    )
  }

  @Test func messageForAFamilyOverrideThatResolvesItselfSuggestsTheOriginal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
        family.override(with: { _, original in original.resolve() })
        precondition(family.resolve(1) == 1)
        family.override(with: { family.resolve($0) }, fileID: "App/Tests.swift", line: 5)
        _ = family.resolve(1)
      }
    }

    expect(
      standardError(of: result).contains(
        """
        Resolve the original in the override at App/Tests.swift:5: \
        override(with: { _, original in original.resolve() }).
        """
      )

    )
  }

  @Test func decoratorThatResolvesItsOwnInjectionIsACycle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let injection = Injection(strategy: .onDemand, instance: 1)
        injection.override(with: { _ in injection.resolve() }, fileID: "App/Tests.swift", line: 5)
        _ = injection.resolve()
      }
    }

    expect(
      standardError(of: result).contains(
        "App/Tests.swift:5: Fatal error: Dependency cycle: Int → Int\n"
      )

    )
  }

  @Test func injectionWithSeveralDecoratorsIsOneStepOfACycle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        Cycle.number.override(with: { $0 + 1 })
        Cycle.number.override(with: { original in original.resolve() + 1 })
        Cycle.text.override(with: { $0 + "!" })
        _ = Cycle.number.resolve()
      }
    }

    expect(standardError(of: result).contains("Dependency cycle: Int → String → Int\n"))
  }

  @Test func injectionOverriddenDuringItsBuildIsOneStepOfACycle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Cycle.decorated.resolve() }
    }

    expect(
      standardError(of: result).contains(
        """
        Dependency cycle: any A → any B → any A

            any A   Feature/Decorated.swift:5
            any B   Feature/NeedsDecorated.swift:6

        """
      )

    )
  }
}

/// Forwarding to another injection closes a cycle at the resolve, not when the override is made (rules 14 and 24).
@MainActor struct ForwardingCycleTests {
  private let a = Injection(strategy: .singleton, instance: "a")
  private let b = Injection(strategy: .singleton, instance: "b")
  private let c = Injection(strategy: .singleton, instance: "c")

  @Test func overridesThatForwardToEachOtherStopTheResolve() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let a = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 1)
        let b = Injection(strategy: .singleton, instance: 2, fileID: "App/B.swift", line: 2)
        a.override(with: b)
        b.override(with: a)
        FileHandle.standardError.write(Data("Both are overridden.\n".utf8))
        _ = b.resolve()
      }
    }

    expect(
      standardError(of: result).contains(
        """
        Dependency cycle: Int → Int → Int

            Int   App/B.swift:2
            Int   App/A.swift:1

        These injections are provided or overridden with each other. Provide or override one of them with an instance.
        """
      )

    )
    expect(standardError(of: result).contains("Both are overridden."))
  }

  @Test func injectionOverriddenWithItselfStopsTheResolve() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let a = Injection(strategy: .singleton, instance: 1)
        a.override(with: a, fileID: "App/Tests.swift", line: 5)
        _ = a.resolve()
      }
    }

    expect(
      standardError(of: result).contains(
        "\nThe injection provides for itself at App/Tests.swift:5. Name an instance or another injection. [cycle]\n"
      )

    )
  }

  @Test func injectionProvidedWithItselfStopsTheResolve() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Injection<Int>.required("a number", fileID: "App/A.swift", line: 1)
        let user = Injection(strategy: .singleton) { number.resolve() + 1 }
        number.provide(with: number, fileID: "App/Main.swift", line: 5)
        _ = user.resolve()
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        App/Main.swift:5: Fatal error: Dependency cycle: Int → Int

            Int   App/A.swift:1

        The injection provides for itself at App/Main.swift:5. Name an instance or another injection.
        """
      )

    )
  }

  @Test func familyOverriddenWithItselfStopsTheResolve() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = InjectionFamily<Int, String>(strategy: .singleton, fileID: "App/A.swift", line: 1) { "\($0)" }
        family.override(with: family, fileID: "App/Tests.swift", line: 5)
        _ = family.resolve(7)
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        App/Tests.swift:5: Fatal error: Dependency cycle: String[7] → String[7]

            String[7]   App/A.swift:1

        The injection provides for itself at App/Tests.swift:5. Name an instance or another injection.
        """
      )

    )
  }

  @Test func forwardToAnInjectionThatNeedsTheOverriddenOneIsNotOnlyAForward() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let a = Injection(strategy: .singleton, instance: 1)
        let b = Injection(strategy: .singleton) { a.resolve() + 1 }
        a.override(with: b)
        _ = a.resolve()
      }
    }

    expect(standardError(of: result).contains("Break the cycle by making one of them consume the other"))
  }

  enum ProvisionOrder: CaseIterable, Codable {
    case providedInTheGlobalScope
    case providedInTheEnclosingScope
    case providedAfterTheOverride
    case providedThroughAnotherRequirement

    /// Makes a cycle of two injections, one of them required, and resolves it.
    @MainActor func closeTheCycle() {
      let a = Injection<Int>.required("a number")
      let b = Injection(strategy: .singleton, instance: 1)
      switch self {
      case .providedInTheGlobalScope:
        a.provide(with: b)
        withOverrideScope(.isolated) {
          b.override(with: a)
          _ = b.resolve()
        }
      case .providedInTheEnclosingScope:
        withOverrideScope {
          a.provide(with: b)
          withOverrideScope(.isolated) {
            b.override(with: a)
            _ = a.resolve()
          }
        }
      case .providedAfterTheOverride:
        let scope = OverrideScope(.isolated)
        scope.run { _ = b.override(with: a) }
        a.provide(with: b)
        _ = scope.run { b.resolve() }
      case .providedThroughAnotherRequirement:
        let other = Injection<Int>.required("another number")
        a.provide(with: other)
        withOverrideScope(.isolated) {
          b.override(with: a)
          withOverrideScope {
            other.provide(with: b)
            _ = b.resolve()
          }
        }
      }
    }
  }

  @Test(arguments: ProvisionOrder.allCases)
  func cycleThroughAProvidedImplementationStopsTheResolve(order: ProvisionOrder) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [order] in
      await MainActor.run { order.closeTheCycle() }
    }

    expect(standardError(of: result).contains("Fatal error: Dependency cycle: Int → Int"))
  }

  // MARK: No cycles

  @Test func overridesInSiblingScopesAreNotACycle() {
    let first = OverrideScope()
    let second = OverrideScope()

    first.run { _ = a.override(with: b) }
    second.run { _ = b.override(with: a) }

    expectEqual(first.run { [a.resolve(), b.resolve()] }, ["b", "b"])
    expectEqual(second.run { [a.resolve(), b.resolve()] }, ["a", "a"])
    first.end()
    second.end()
  }

  @Test func isolatedScopeCanReverseTheForwardingOfTheOuterScope() {
    withOverrideScope(.isolated) {
      let outer = OverrideScope.current
      withOverrideScope(.isolated) {
        a.override(with: b)
        outer.run { _ = b.override(with: a) }
        expectEqual([a.resolve(), b.resolve()], ["b", "b"])
        expectEqual(outer.run { [a.resolve(), b.resolve()] }, ["a", "a"])
      }
    }
  }

  @Test func rollbackBreaksACycleOfOverrides() {
    withOverrideScope(.isolated) {
      let token = a.override(with: b)
      b.override(with: c)
      c.override(with: a)
      token.rollback()
      expectEqual([a.resolve(), b.resolve(), c.resolve()], ["a", "a", "a"])
    }
  }

  @Test func withdrawalBreaksACycleOfOverrides() {
    let required = Injection<String>.required("a word")
    withOverrideScope(.isolated) {
      let provision = required.provide(with: a)
      a.override(with: required)
      provision.withdraw()
      required.provide(with: "provided")
      expectEqual(a.resolve(), "provided")
    }
  }

  @Test func overridesThatForwardToTheSameInjectionAreNotACycle() {
    withOverrideScope(.isolated) {
      a.override(with: c)
      b.override(with: c)
      a.override(with: b)
      a.override(with: c)
      expectEqual([a.resolve(), b.resolve()], ["c", "c"])
      expectEqual(a.overrideCount, 3)
    }
  }

  @Test func keysOfOneFamilyCanForwardToEachOtherInAChain() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
    withOverrideScope(.isolated) {
      for key in 0..<20 { family[key].override(with: family[key + 1]) }
      expectEqual(family.resolve(0), "20")
      expectEqual(family.resolve(13), "20")
    }
  }

  @Test func forwardingToADecoratedInjectionIsNotACycle() {
    withOverrideScope(.isolated) {
      a.override(with: b)
      b.override(with: { "[\($0.resolve())]" })
      expectEqual([a.resolve(), b.resolve()], ["[b]", "[b]"])
    }
  }

  @Test func hiddenImplementationIsNotPartOfACycle() {
    let a = Injection<Int>.required("a number")
    let b = Injection(strategy: .singleton, instance: 1)

    withOverrideScope {
      a.provide(with: b)
      withOverrideScope(.isolated) {
        a.provide(with: 2)
        b.override(with: a)
        expectEqual(b.resolve(), 2)
      }
    }
  }

  @Test func overrideHiddenByAnIsolatedScopeIsNotPartOfACycle() {
    let a = Injection<Int>.required("a number")
    let b = Injection(strategy: .singleton, instance: 1)
    let c = Injection(strategy: .singleton, instance: 3)

    withOverrideScope {
      a.provide(with: b)
      b.override(with: c)
      withOverrideScope(.isolated) {
        c.override(with: a)
        expectEqual(c.resolve(), 1)
        expectEqual(b.resolve(), 1)
      }
      expectEqual(a.resolve(), 3)
    }
  }
}

/// An object with a consumer of its peer.
@MainActor private final class LazyPeer {
  let peer: Owner<LazyPeer>?

  init(_ counter: InstanceCounter, _ injection: () -> Injection<LazyPeer>?) {
    counter.built += 1
    peer = injection().map(Owner.init)
  }
}
