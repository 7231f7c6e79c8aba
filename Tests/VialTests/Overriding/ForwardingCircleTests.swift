import Testing
import Vial

/// A circle of overrides stops, however it was made and whoever looks at it (rule 18).
@MainActor struct ForwardingCircleTests {
  /// What meets a circle that no override could see.
  enum Visit: CaseIterable, Codable {
    case resolve
    case current
    case description
    case observedResolve
    case consumer
    case override
    case record

    @MainActor func visit(_ injection: Injection<Int>) {
      switch self {
      case .resolve: _ = injection.resolve()
      case .current: _ = injection.current
      case .description: _ = injection.debugDescription
      case .observedResolve:
        Injections.observe { _ in }
        _ = injection.resolve()
      case .consumer: _ = Owner(injection).value
      case .override:
        let other = Injection(strategy: .singleton, instance: 3)
        other.override(with: injection)
        _ = other.resolve()
      case .record: _ = InjectionGraph.record { _ = injection.resolve() }
      }
    }
  }

  private func expectBothNamed(_ result: ExitTest.Result?) {
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Int (Feature/A.swift:12)"))
    #expect(message.contains("Int (Feature/B.swift:8)"))
    #expect(message.contains("Fatal error"))
    // The path goes round once.
    #expect(message.ranges(of: "Int (Feature/A.swift:12)").count < 8)
  }

  /// Each way goes through the same injections, in a scope that does not see the last override and
  /// outside every scope.
  @Test func aCircleStopsWhicheverWayIsLookedAtFirst() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let (near, far) = (OverrideScope(), OverrideScope())
        let a = Injection(strategy: .singleton, instance: 1, fileID: "Feature/A.swift", line: 12)
        let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
        var before = a
        for _ in 0..<12 {
          let next = Injection(strategy: .singleton, instance: 1)
          near.run { _ = before.override(with: next) }
          before.override(with: next)
          before = next
        }
        far.run { _ = before.override(with: b) }
        b.override(with: a)
        far.run { _ = a.resolve() }
      }
    }

    expectBothNamed(result)
  }

  @Test(arguments: [true, false])
  func aCircleOfAProvisionAndAnOverrideStops(isProvidedFirst: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isProvidedFirst] in
      await MainActor.run {
        let a = Injection<Int>.required("a number", fileID: "Feature/A.swift", line: 12)
        let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
        withOverrideScope {
          let outer = OverrideScope.current
          withOverrideScope {
            if isProvidedFirst { a.provide(with: b) } else { b.override(with: a) }
            outer?.run {
              if isProvidedFirst { b.override(with: a) } else { a.provide(with: b) }
            }
            _ = b.resolve()
          }
        }
      }
    }

    expectBothNamed(result)
  }

  enum FamilyCircle: CaseIterable, Codable {
    case familiesWithEachOther
    case aKeyAndAFamily
    case keysOfTwoFamilies
    case inTwoScopes

    @MainActor func make(_ a: InjectionFamily<Int, Int>, _ b: InjectionFamily<Int, Int>) {
      switch self {
      case .familiesWithEachOther:
        a.override(with: b)
        b.override(with: a)
        _ = a.resolve(1)
      case .aKeyAndAFamily:
        a[1].override(with: b[1])
        b.override(with: a)
        _ = a.resolve(1)
      case .keysOfTwoFamilies:
        a[1].override(with: b[1])
        b[1].override(with: a[1])
      case .inTwoScopes:
        withOverrideScope {
          let outer = OverrideScope.current
          withOverrideScope {
            a.override(with: b)
            outer?.run { _ = b[1].override(with: a[1]) }
            _ = a.resolve(1)
          }
        }
      }
    }
  }

  // MARK: What people write instead of a decorator

  @Test(arguments: [true, false])
  func anOverrideWhoseExpressionResolvesTheInjectionStopsWithAdvice(isInAScope: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isInAScope] in
      await MainActor.run {
        let weather = Injection(
          strategy: .singleton,
          instance: 1,
          fileID: "Feature/A.swift",
          line: 12
        )
        @MainActor func override() {
          weather.override(with: weather.resolve(), fileID: "App/Tests.swift", line: 5)
          _ = weather.resolve()
        }
        if isInAScope { withOverrideScope { override() } } else { override() }
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Int (Feature/A.swift:12)"))
    #expect(message.contains("App/Tests.swift:5"))
    #expect(message.contains("{ $0.resolve() }"))
  }
}

/// A circle of which an outer place sees only a half stops at the resolve that meets it (rule 18).
@MainActor struct ForwardingCircleFromOutsideTests {
}
