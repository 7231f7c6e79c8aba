import Testing
import Vial

/// An ended scope accepts no overrides, and using it is harmless (rules 21 and 27).
@MainActor struct OverrideScopeEndedTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let counter = InstanceCounter()

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
      let probe = CountedObject(counter)
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

    #expect(counter.alive == 0)
    #expect(injection.resolve() == "live")
  }

  @Test(arguments: kinds)
  func aRollbackHasNoEffect(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: "live")
    let (scope, token) = withOverrideScope(kind) {
      (OverrideScope.current, injection.override(with: "mock"))
    }

    scope.run {
      #expect(!injection.rollbackOverride())
      injection.rollbackAllOverrides()
      Overrides.rollbackAll()
      #expect(!token.rollback())
      #expect(injection.resolve() == "mock")
    }

    #expect(!token.isActive)
    #expect(!token.rollback())
    #expect(scope.run { injection.resolve() } == "mock")
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
  func providingHasNoEffectAndStopsNobody(kind: OverrideScope.Kind) {
    let provided = Injection<String>.required("a word")
    let unprovided = Injection<String>.required("another word")
    let (scope, first) = withOverrideScope(kind) {
      (OverrideScope.current, provided.provide(with: "first"))
    }

    scope.run {
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

  @Test func aTokenFromOutsideStillWorksInside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = withOverrideScope { OverrideScope.current }
    let token = injection.override(with: "mock")
    #expect(scope.run { injection.resolve() } == "mock")

    #expect(scope.run { token.rollback() })

    #expect(scope.run { injection.resolve() } == "live")
    #expect(injection.resolve() == "live")
  }

  // MARK: Deinitializers at the end

  @Test(arguments: kinds)
  func deinitializersAtTheEndOfAScopeFindThatTheScopeHasEnded(kind: OverrideScope.Kind) {
    let tokens = Box<[Override]>([])
    let scope = Box<OverrideScope?>(nil)
    let other = Injection(strategy: .singleton, instance: "live")
    let answers = Box<[Bool]>([])
    let seen = Box<[String?]>([])
    let injections = (0..<20).map { _ in
      Injection(
        strategy: .singleton,
        instance: OnDeinit {
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
    let required = Injection<OnDeinit>.required("an object")
    let provision = Box<Provision?>(nil)
    let answers = Box<[Bool?]>([])

    withOverrideScope {
      provision.content = required.provide(
        with: OnDeinit { answers.content.append(provision.content?.withdraw()) }
      )
      #expect(required.resolve() === required.resolve())
    }

    #expect(answers.content == [false])
    #expect(provision.content?.withdraw() == false)
  }
}
