import Testing
import Vial

/// A scope that has ended takes nothing more, and nobody stumbles over it (rules 22 and 28).
@MainActor struct OverrideScopeClosedTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let tally = Tally()

  @Test(arguments: kinds)
  func anOverrideHasNoEffectAndKeepsNothing(kind: OverrideScope.Kind) throws {
    let injection = Injection(strategy: .singleton, instance: "live")
    let kept = Injection<Any>(strategy: .singleton, instance: "live")
    let scope = try #require(
      withOverrideScope(kind) {
        injection.override(with: "mock")
        return OverrideScope.current
      }
    )

    scope.run {
      let probe = Probe(tally)
      let tokens = [
        injection.override(with: "late"), injection.override(with: { "late \($0.resolve())" }),
        kept.override(with: probe),
      ]
      #expect(!tokens.contains { $0.isActive })
      #expect(!tokens.contains { $0.rollback() })
      #expect(injection.resolve() == "mock")
      #expect(kept.resolve() as? String == "live")
      #expect(!kept.isOverridden)
    }

    #expect(tally.alive == 0)
    #expect(injection.resolve() == "live")
  }

  @Test(arguments: kinds)
  func aRollbackHasNoEffect(kind: OverrideScope.Kind) throws {
    let injection = Injection(strategy: .singleton, instance: "live")
    let (scope, token, checkpoint) = withOverrideScope(kind) {
      let checkpoint = Overrides.checkpoint()
      return (OverrideScope.current, injection.override(with: "mock"), checkpoint)
    }

    try #require(scope).run {
      #expect(!injection.rollbackOverride())
      injection.rollbackAllOverrides()
      Overrides.rollbackAll()
      Overrides.rollback(to: checkpoint)
      Overrides.rollback(to: Overrides.checkpoint())
      #expect(!token.rollback())
      #expect(injection.resolve() == "mock")
    }
    Overrides.rollback(to: checkpoint)

    #expect(!token.isActive)
    #expect(!token.rollback())
    #expect(scope?.run { injection.resolve() } == "mock")
  }

  @Test(arguments: kinds)
  func overridesOfFamiliesHaveNoEffect(kind: OverrideScope.Kind) throws {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
    let scope = try #require(
      withOverrideScope(kind) {
        family.override(with: { "mock \($0)" })
        return OverrideScope.current
      }
    )

    scope.run {
      let tokens = [family.override(with: { "late \($0)" }), family[1].override(with: "late")]
      #expect(!tokens.contains { $0.isActive })
      #expect(!tokens.contains { $0.rollback() })
      #expect(!family.rollbackOverride())
      family.rollbackAllOverrides()
      #expect(family.resolve(1) == "mock 1")
    }
  }

  @Test(arguments: kinds)
  func providingHasNoEffectAndStopsNobody(kind: OverrideScope.Kind) throws {
    let provided = Injection<String>.required("a word")
    let unprovided = Injection<String>.required("another word")
    let (scope, first) = withOverrideScope(kind) {
      (OverrideScope.current, provided.provide(with: "first"))
    }

    try #require(scope).run {
      let second = provided.provide(with: "second")
      #expect(!second.withdraw())
      #expect(!first.withdraw())
      #expect(provided.isProvided)
      #expect(provided.resolve() == "first")
      #expect(!unprovided.provide(with: "late").withdraw())
      #expect(!unprovided.isProvided)
    }

    #expect(!provided.isProvided)
    #expect(!unprovided.isProvided)
  }

  @Test func aTokenFromOutsideStillWorksInside() throws {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = try #require(withOverrideScope { OverrideScope.current })
    let token = injection.override(with: "mock")
    #expect(scope.run { injection.resolve() } == "mock")

    #expect(scope.run { token.rollback() })

    #expect(scope.run { injection.resolve() } == "live")
    #expect(injection.resolve() == "live")
  }

  // MARK: At the end the scope is over first, and then things die

  @Test(arguments: kinds)
  func whoDiesAtTheEndFindsTheScopeOver(kind: OverrideScope.Kind) {
    let tokens = Box<[Override]>([])
    let scope = Box<OverrideScope?>(nil)
    let other = Injection(strategy: .singleton, instance: "live")
    let answers = Box<[Bool]>([])
    let seen = Box<[String?]>([])
    let injections = (0..<20).map { _ in
      Injection(
        strategy: .singleton,
        instance: Farewell {
          let late = scope.content?.run { other.override(with: "late") }
          answers.content += tokens.content.flatMap { [$0.isActive, $0.rollback()] }
          answers.content += [late?.isActive == true, late?.rollback() == true]
          answers.content += [scope.content?.hasEnded == false]
          answers.content += [scope.content?.run { other.rollbackOverride() } == true]
          seen.content.append(scope.content?.run { other.resolve() })
        }
      )
    }

    withOverrideScope(kind) {
      scope.content = OverrideScope.current
      tokens.content = [other.override(with: "mock")]
      for (index, injection) in injections.enumerated() {
        if index.isMultiple(of: 2) {
          tokens.content.append(injection.override(with: { $0.resolve() }))
        }
        #expect(injection.resolve() === injection.resolve())
      }
    }

    #expect(seen.content == Array(repeating: "mock", count: 20))
    #expect(!answers.content.contains(true))
    #expect(!other.isOverridden)
    scope.content = nil
  }

  @Test func aProvisionAnswersLikeAToken() {
    let required = Injection<Farewell>.required("a farewell")
    let provision = Box<Provision?>(nil)
    let answers = Box<[Bool?]>([])

    withOverrideScope {
      provision.content = required.provide(
        with: Farewell { answers.content.append(provision.content?.withdraw()) }
      )
      #expect(required.resolve() === required.resolve())
    }

    #expect(answers.content == [false])
    #expect(provision.content?.withdraw() == false)
  }
}
