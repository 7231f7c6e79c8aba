import Foundation
import Testing
import Vial

/// The path that is named where a circle of overrides can only be seen later (rule 18).
@MainActor struct ForwardingPathTests {
  /// Two keys lead to each other, one by an override of its whole family, the other by its own.
  @MainActor enum Circle {
    /// Nobody sees all of it but the scope: the last override is made outside.
    static func make() -> (Injection<Int>, OverrideScope) {
      let family = InjectionFamily<Int, Int>(
        strategy: .singleton,
        fileID: "Feature/A.swift",
        line: 12
      ) { $0 }
      let other = InjectionFamily<Int, Int>(
        strategy: .singleton,
        fileID: "Feature/B.swift",
        line: 8
      ) { $0 }
      let scope = OverrideScope()
      scope.run { _ = family.override(with: other, fileID: "App/First.swift", line: 1) }
      other[1].override(with: family[1], fileID: "App/Second.swift", line: 2)
      return (family[1], scope)
    }
  }

  /// A process that goes round for ever would never end.
  private nonisolated static func endsInAnyCase() {
    alarm(30)
  }

  enum Visit: CaseIterable, Codable {
    case resolve
    case current
    case description

    @MainActor func visit(_ injection: Injection<Int>) {
      switch self {
      case .resolve: _ = injection.resolve()
      case .current: _ = injection.current
      case .description: _ = injection.debugDescription
      }
    }
  }

  /// The words of the message, with one space between them.
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  private let path = """
    App/Second.swift:2: Fatal error: Override circle: \
    Int[1] (Feature/A.swift:12) → Int[1] (Feature/B.swift:8) → \
    Int[1] (Feature/A.swift:12). Each is overridden or provided with the next, at \
    App/First.swift:1, App/Second.swift:2. Roll one of the overrides back.
    """

  @Test(arguments: Visit.allCases)
  func theWayGoesRoundOnce(visit: Visit) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [visit] in
      await MainActor.run {
        let (injection, scope) = Circle.make()
        scope.run { visit.visit(injection) }
      }
    }

    #expect(message(result).contains(path))
  }

  @Test func aCircleStopsAlsoWhenManyOverridesHaveGoneMeanwhile() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let a = Injection(strategy: .singleton, instance: 1, fileID: "Feature/A.swift", line: 12)
        let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
        a.override(with: b)
        for _ in 0..<500 {
          let injection = Injection(strategy: .singleton, instance: 1)
          injection.override(with: Injection(strategy: .singleton, instance: 2))
          injection.rollbackOverride()
        }
        b.override(with: a, fileID: "App/Tests.swift", line: 5)
      }
    }

    #expect(message(result).contains("Int (Feature/B.swift:8) is overridden at App/Tests.swift:5"))
  }

  @Test func aDescriptionStopsAtACircleThatANewerOverrideHides() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        Self.endsInAnyCase()
        let (injection, scope) = Circle.make()
        let entrance = Injection(strategy: .singleton, instance: 0)
        entrance.override(with: injection)
        entrance.override(with: 1)
        scope.run {
          precondition(entrance.resolve() == 1)
          precondition(entrance.current == 1)
          _ = entrance.debugDescription
        }
      }
    }

    #expect(message(result).contains(path))
  }

  @Test(arguments: Visit.allCases)
  func theWayToTheCircleIsNoPartOfIt(visit: Visit) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [visit] in
      await MainActor.run {
        Self.endsInAnyCase()
        let entrance = Injection(strategy: .singleton, instance: 0)
        let (injection, scope) = Circle.make()
        entrance.override(with: injection)
        scope.run { visit.visit(entrance) }
      }
    }

    #expect(message(result).contains(path))
  }

  /// What is provided leads round, hidden by overrides in the scope; each half is made where the other is not seen.
  @Test func aCircleOfWhatIsProvidedThatOverridesHideIsNotFollowed() {
    let one = Injection<Int>.required("a number")
    let other = Injection<Int>.required("another number")
    let scope = OverrideScope()
    scope.run {
      one.provide(with: other)
      one.override(with: 1)
      other.override(with: 2)
    }
    let provision = other.provide(with: one)
    defer { provision.withdraw() }

    scope.run {
      one.override(with: 3)
      #expect(one.resolve() == 3)
      #expect(one.debugDescription.contains(", singleton, alive"))
    }
    scope.end()
  }

  /// Below the newest override a way leads round, and ends at that.
  @Test func aWayThatLeadsBackToANewerOverrideIsNoCircle() {
    let one = Injection<Int>.required("a number")
    let other = Injection(strategy: .singleton, instance: 0)
    let scope = OverrideScope()
    scope.run {
      one.override(with: 1)
      other.override(with: one)
    }
    let provision = one.provide(with: other)
    defer { provision.withdraw() }

    scope.run {
      #expect(other.resolve() == 1)
      one.override(with: 3)
      #expect(other.resolve() == 3)
      #expect(one.debugDescription.contains("with Int"))
      #expect(other.debugDescription.contains("with Int"))
    }
    scope.end()
  }

  @Test func overridesThatLeadRoundBelowOthersAreDescribedOnce() {
    let one = Injection(strategy: .singleton, instance: 1, fileID: "Feature/A.swift", line: 12)
    let other = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
    let scope = OverrideScope()
    scope.run {
      one.override(with: other, fileID: "App/A.swift", line: 1)
      one.override(with: 5, fileID: "App/A.swift", line: 2)
      other.override(with: 6, fileID: "App/A.swift", line: 3)
    }
    let token = other.override(with: one, fileID: "App/A.swift", line: 4)
    defer { token.rollback() }

    #expect(
      scope.run { one.debugDescription } == """
        Int (Feature/A.swift:12), singleton, not alive
          overridden at App/A.swift:2, singleton
          overridden at App/A.swift:1, with Int (Feature/B.swift:8)
            overridden at App/A.swift:3, singleton
            overridden at App/A.swift:4, with Int (Feature/A.swift:12)
        """
    )
    scope.end()
  }

  @Test func manyWaysToTheSameInjectionAreDescribedInAsManyLines() {
    let steps = (0..<30).map { Injection(strategy: .singleton, instance: $0) }

    withOverrideScope(.isolated) {
      for (step, next) in zip(steps, steps.dropFirst()) {
        step.override(with: next)
        step.override(with: next)
      }
      #expect(steps[0].debugDescription.split(separator: "\n").count == 59)
    }
  }

  @Test func aFamilysOverrideIsAPartOfTheCircleThatItsKeyWouldClose() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = InjectionFamily<Int, Int>(
          strategy: .singleton,
          fileID: "Feature/A.swift",
          line: 12
        ) { $0 }
        let other = InjectionFamily<Int, Int>(
          strategy: .singleton,
          fileID: "Feature/B.swift",
          line: 8
        ) { $0 }
        family.override(with: other)
        other[1].override(with: family[1], fileID: "App/Tests.swift", line: 5)
      }
    }

    #expect(
      message(result).contains(
        "Int[1] (Feature/B.swift:8) is overridden at App/Tests.swift:5 with Int[1] (Feature/A.swift:12)"
      )
    )
  }
}
