import Foundation
import Testing
import Vial

/// Forwarding to another injection closes a cycle at the resolve, not when the override is made (rules 14 and 24).
@MainActor struct ForwardingCycleTests {
  private let a = Injection(strategy: .singleton, instance: "a")
  private let b = Injection(strategy: .singleton, instance: "b")
  private let c = Injection(strategy: .singleton, instance: "c")

  private static let cycles: [StoppingProgram] = [
    StoppingProgram(
      "Overrides that forward to each other",
      contains: """
        Dependency cycle: Int → Int → Int

            Int   App/B.swift:2
            Int   App/A.swift:1

        These injections are provided or overridden with each other. Provide or override one of them with an instance.
        """,
      "Both are overridden."
    ) {
      let a = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 1)
      let b = Injection(strategy: .singleton, instance: 2, fileID: "App/B.swift", line: 2)
      a.override(with: b)
      b.override(with: a)
      FileHandle.standardError.write(Data("Both are overridden.\n".utf8))
      _ = b.resolve()
    },
    StoppingProgram(
      "An injection that is overridden with itself",
      contains:
        "\nThe injection provides for itself at App/Tests.swift:5. Name an instance or another injection. [cycle]\n"
    ) {
      let a = Injection(strategy: .singleton, instance: 1)
      a.override(with: a, fileID: "App/Tests.swift", line: 5)
      _ = a.resolve()
    },
    StoppingProgram(
      "An injection that is provided with itself",
      beginsWith: """
        App/Main.swift:5: Fatal error: Dependency cycle: Int → Int

            Int   App/A.swift:1

        The injection provides for itself at App/Main.swift:5. Name an instance or another injection.
        """
    ) {
      let number = Injection<Int>.required("a number", fileID: "App/A.swift", line: 1)
      let user = Injection(strategy: .singleton) { number.resolve() + 1 }
      number.provide(with: number, fileID: "App/Main.swift", line: 5)
      _ = user.resolve()
    },
    StoppingProgram(
      "A family that is overridden with itself",
      beginsWith: """
        App/Tests.swift:5: Fatal error: Dependency cycle: String[7] → String[7]

            String[7]   App/A.swift:1

        The injection provides for itself at App/Tests.swift:5. Name an instance or another injection.
        """
    ) {
      let family = InjectionFamily<Int, String>(strategy: .singleton, fileID: "App/A.swift", line: 1) { "\($0)" }
      family.override(with: family, fileID: "App/Tests.swift", line: 5)
      _ = family.resolve(7)
    },
    StoppingProgram(
      "A forward to an injection that needs the overridden one is not only a forward",
      contains: "Break the cycle by making one of them consume the other"
    ) {
      let a = Injection(strategy: .singleton, instance: 1)
      let b = Injection(strategy: .singleton) { a.resolve() + 1 }
      a.override(with: b)
      _ = a.resolve()
    },
  ]

  /// Cycles of a required injection and of an injection that is overridden with it, in scopes and in any order.
  private static let cyclesOfImplementations: [StoppingProgram] = [
    cycle("An implementation of the global scope") { a, b in
      a.provide(with: b)
      withOverrideScope(.isolated) {
        b.override(with: a)
        _ = b.resolve()
      }
    },
    cycle("An implementation of the enclosing scope") { a, b in
      withOverrideScope {
        a.provide(with: b)
        withOverrideScope(.isolated) {
          b.override(with: a)
          _ = a.resolve()
        }
      }
    },
    cycle("An implementation that is provided after the override") { a, b in
      let scope = OverrideScope(.isolated)
      scope.run { _ = b.override(with: a) }
      a.provide(with: b)
      _ = scope.run { b.resolve() }
    },
    cycle("An implementation that is provided through another requirement") { a, b in
      let other = Injection<Int>.required("another number")
      a.provide(with: other)
      withOverrideScope(.isolated) {
        b.override(with: a)
        withOverrideScope {
          other.provide(with: b)
          _ = b.resolve()
        }
      }
    },
  ]

  private static func cycle(
    _ title: String,
    _ close: @escaping @MainActor (_ required: Injection<Int>, _ other: Injection<Int>) -> Void
  ) -> StoppingProgram {
    StoppingProgram(title, contains: "Fatal error: Dependency cycle: Int → Int") {
      close(.required("a number"), Injection(strategy: .singleton, instance: 1))
    }
  }

  @Test(.exitTest) func resolveOfInjectionsThatForwardToEachOtherStopsTheProgram() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { StoppingProgram.writeFailures(of: Self.cycles + Self.cyclesOfImplementations) }
    }
    expectEqual(standardError(of: result), "")
  }

  // MARK: No cycles

  @Test func forwardsInScopesThatDoNotSeeEachOtherAreNoCycle() {
    let (first, second) = (OverrideScope(), OverrideScope())
    first.run { _ = a.override(with: b) }
    second.run { _ = b.override(with: a) }
    expectEqual(first.run { [a.resolve(), b.resolve()] }, ["b", "b"])
    expectEqual(second.run { [a.resolve(), b.resolve()] }, ["a", "a"])
    first.end()
    second.end()

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

  @Test func hiddenImplementationOrOverrideIsNoPartOfACycle() {
    let required = Injection<String>.required("a word")
    withOverrideScope {
      required.provide(with: a)
      withOverrideScope(.isolated) {
        required.provide(with: "provided")
        a.override(with: required)
        expectEqual(a.resolve(), "provided")
      }
      a.override(with: c)
      withOverrideScope(.isolated) {
        c.override(with: required)
        expectEqual([a.resolve(), c.resolve()], ["a", "a"])
      }
      expectEqual(required.resolve(), "c")
    }
  }

  @Test func rollbackOrWithdrawalBreaksACycle() {
    withOverrideScope(.isolated) {
      let token = a.override(with: b)
      b.override(with: c)
      c.override(with: a)
      token.rollback()
      expectEqual([a.resolve(), b.resolve(), c.resolve()], ["a", "a", "a"])
    }
    let required = Injection<String>.required("a word")
    withOverrideScope(.isolated) {
      let provision = required.provide(with: a)
      a.override(with: required)
      provision.withdraw()
      required.provide(with: "provided")
      expectEqual(a.resolve(), "provided")
    }
  }

  @Test func forwardsThatMeetOrFollowEachOtherAreNoCycle() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
    withOverrideScope(.isolated) {
      a.override(with: c)
      b.override(with: c)
      a.override(with: b)
      a.override(with: c)
      expectEqual([a.resolve(), b.resolve()], ["c", "c"])
      expectEqual(a.overrideCount, 3)
      c.override(with: { "[\($0.resolve())]" })
      expectEqual([a.resolve(), b.resolve(), c.resolve()], ["[c]", "[c]", "[c]"])

      for key in 0..<20 { family[key].override(with: family[key + 1]) }
      expectEqual([family.resolve(0), family.resolve(13)], ["20", "20"])
    }
  }
}
