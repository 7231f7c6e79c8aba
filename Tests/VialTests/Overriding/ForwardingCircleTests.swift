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

  @Test(arguments: Visit.allCases)
  func aCircleThatTheOuterScopeClosesBehindTheInnerStops(visit: Visit) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [visit] in
      await MainActor.run {
        let a = Injection(strategy: .singleton, instance: 1, fileID: "Feature/A.swift", line: 12)
        let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
        withOverrideScope {
          let outer = OverrideScope.current
          withOverrideScope {
            a.override(with: b)
            outer?.run { _ = b.override(with: a) }
            visit.visit(a)
          }
        }
      }
    }

    expectBothNamed(result)
  }

  @Test func aCircleStopsAlsoWhereAnOverrideOfItWasRolledBackAndMadeAgain() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let a = Injection(strategy: .singleton, instance: 1, fileID: "Feature/A.swift", line: 12)
        let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
        a.override(with: b)
        a.rollbackOverride()
        a.override(with: b)
        b.override(with: a)
      }
    }

    expectBothNamed(result)
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

  @Test(arguments: Visit.allCases)
  func aCircleThatAGlobalOverrideClosesBehindAScopeStops(visit: Visit) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [visit] in
      let a = Injection(strategy: .singleton, instance: 1, fileID: "Feature/A.swift", line: 12)
      let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
      await withOverrideScope {
        await MainActor.run { _ = a.override(with: b) }
        await Task.detached { await MainActor.run { _ = b.override(with: a) } }.value
        await MainActor.run { visit.visit(a) }
      }
    }

    expectBothNamed(result)
  }

  @Test(arguments: Visit.allCases)
  func aCircleOfAHeldScopeAndOfTheOneAroundItStops(visit: Visit) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [visit] in
      await MainActor.run {
        let a = Injection(strategy: .singleton, instance: 1, fileID: "Feature/A.swift", line: 12)
        let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
        let inner = withOverrideScope(.isolated) {
          let inner = OverrideScope()
          inner.run { _ = b.override(with: a) }
          a.override(with: b)
          return inner
        }
        inner.run { visit.visit(b) }
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

  @Test(arguments: FamilyCircle.allCases)
  func aCircleOfFamiliesStops(circle: FamilyCircle) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [circle] in
      await MainActor.run {
        let families = [12, 8].map { line in
          InjectionFamily<Int, Int>(strategy: .singleton, fileID: "Feature/F.swift", line: line) {
            $0
          }
        }
        circle.make(families[0], families[1])
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Feature/F.swift:12"))
    #expect(message.contains("Feature/F.swift:8"))
    #expect(message.contains("Fatal error"))
  }

  @Test func aFamilyThatIsOverriddenWithItselfStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = InjectionFamily<Int, Int>(
          strategy: .singleton,
          fileID: "Feature/F.swift",
          line: 12
        ) { $0 }
        family.override(with: family)
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Feature/F.swift:12"))
    #expect(message.contains("itself"))
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
  @Test func theResolveInTheInnerScopeStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let a = Injection(strategy: .singleton, instance: 1, fileID: "Feature/A.swift", line: 12)
        let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
        let outer = OverrideScope()
        let inner = outer.run { OverrideScope() }
        inner.run { _ = a.override(with: b) }
        outer.run { _ = b.override(with: a, fileID: "App/Tests.swift", line: 5) }
        precondition(outer.run { b.resolve() } == 1)
        _ = inner.run { a.resolve() }
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("App/Tests.swift:5"))
    #expect(message.contains("Feature/A.swift:12"))
    #expect(message.contains("Feature/B.swift:8"))
  }
}
