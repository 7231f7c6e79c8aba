import Testing
import Vial

/// Which override the message of a circle names where a scope keeps the instance (rule 25).
@MainActor struct CircleAdviceTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func anOverrideOutsideThatNeedsItselfIsNamedInAScope() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let weather = Injection(strategy: .singleton, instance: 1)
        weather.override(with: weather.resolve(), fileID: "App/Tests.swift", line: 5)
        withOverrideScope { _ = weather.resolve() }
      }
    }

    #expect(message(result).contains("the override at App/Tests.swift:5 resolves the injection"))
  }

  @Test func theOneThatNeedsItselfIsNamedAndNotANewerOne() async {
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

    #expect(message(result).contains("the override at App/Tests.swift:5 resolves the injection"))
  }

  @Test func anOverrideOfAFamilyThatNeedsItselfIsToldHowAFamilyTakesTheOriginal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
        family.override(with: { _, original in original.resolve() })
        precondition(family.resolve(1) == 1)
        family.override(with: { family.resolve($0) })
        _ = family.resolve(1)
      }
    }

    #expect(
      message(result).contains(
        "Take the original instead: override(with: { _, original in original.resolve() })."
      )
    )
  }

  /// A check is a step like a factory, be it that of the first or of another one.
  @Test func aCircleThroughACheckNamesEachStep() async {
    let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { Self.circle(startsAtTheCheck: true) }
    }
    let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { Self.circle(startsAtTheCheck: false) }
    }

    #expect(message(first).contains("circle: Int (App/X.swift:1) → String (App/Y.swift:2) → Int."))
    #expect(message(first).contains("The check of its strategy needs the instance"))
    #expect(
      message(second).contains("circle: String (App/Y.swift:2) → Int (App/X.swift:1) → String.")
    )
    #expect(!message(second).contains("Take the original instead"))
  }

  private static func circle(startsAtTheCheck: Bool) {
    let (isAsked, second) = (Box(false), Box<Injection<String>?>(nil))
    let first = Injection(
      strategy: .cached {
        {
          if isAsked.content { _ = second.content?.resolve() }
          return true
        }
      },
      instance: 1,
      fileID: "App/X.swift",
      line: 1
    )
    second.content = Injection(
      strategy: .singleton,
      instance: "\(first.resolve())",
      fileID: "App/Y.swift",
      line: 2
    )
    _ = first.resolve()
    isAsked.content = true
    second.content?.override(with: "\(first.resolve())")
    _ = startsAtTheCheck ? "\(first.resolve())" : second.content?.resolve()
  }

  @Test func whatACheckNeedsIsNeededByItsInjection() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let clock = Injection<String>.required("a clock", fileID: "App/Clock.swift", line: 1)
        let strategy = InjectionStrategy.cached { { clock.resolve() == "now" } }
        let rates = Injection(strategy: strategy, instance: 1, fileID: "App/Rates.swift", line: 2)
        _ = rates.resolve()
        _ = rates.resolve()
      }
    }

    #expect(message(result).contains("It was needed by Int (App/Rates.swift:2)."))
  }

  /// What is built anew below a check is a circle of its own.
  @Test func aCircleThatBeginsBelowACheckBeginsWhereItIsBuilt() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = BelowACheck.first.resolve()
        BelowACheck.isCleared = true
        _ = BelowACheck.first.resolve()
      }
    }

    #expect(message(result).contains("circle: Int (App/X.swift:1) → Int. Building the first"))
  }

}

@MainActor private enum BelowACheck {
  static var isCleared = false

  static let first: Injection<Int> = Injection(
    strategy: .cached { { second.resolve() > 0 } },
    instance: isCleared ? first.resolve() : 1,
    fileID: "App/X.swift",
    line: 1
  )

  private static let second: Injection<Int> = Injection(strategy: .onDemand) {
    if isCleared { first.clear() }
    return isCleared ? first.resolve() : 1
  }
}

@MainActor private enum Twins {
  static let family: InjectionFamily<Twin, Int> = InjectionFamily(
    strategy: .singleton,
    fileID: "App/Twins.swift",
    line: 3
  ) { key in family.resolve(Twin(number: (key.number + 1) % 3)) }
}

private struct Twin: Hashable, CustomStringConvertible {
  let number: Int
  var description: String { "twin" }

  func hash(into hasher: inout Hasher) { hasher.combine(0) }
}
