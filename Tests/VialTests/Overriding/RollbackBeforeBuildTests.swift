import Testing
import Vial

/// What is rolled back after a resolve has chosen it, and before it is built, provides no more (rule 17).
@MainActor struct RollbackBeforeBuildTests {
  let tally = Tally()

  /// Resolves, and rolls back when the override's build is reported.
  private func resolve(_ injection: Injection<Probe>, rollingBack token: Override) -> String {
    let observation = Injections.observe { event in
      if case .building(let resolution) = event, resolution.overriddenAt == token.callSite {
        token.rollback()
      }
    }
    defer { observation.cancel() }
    return injection.resolve().name
  }

  @Test(arguments: Strategies.all)
  func inAScopeThatSeesTheOverride(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Probe(tally))
    let token = injection.override(with: Probe(tally, "mock"))

    withOverrideScope {
      #expect(resolve(injection, rollingBack: token) == "live")

      #expect(tally.built == 1)
      #expect(injection.resolve().name == "live")
    }
  }

  @Test(arguments: Strategies.all)
  func forAKeyOfAnOverriddenFamily(strategy: InjectionStrategy) {
    let family = InjectionFamily<Int, Probe>(strategy: strategy) { _ in Probe(tally) }
    let token = family.override(with: { _ in Probe(tally, "mock") })

    #expect(resolve(family[1], rollingBack: token) == "live")

    #expect(tally.built == 1)
    #expect(family.resolve(1).name == "live")
  }

  @Test func byTheCheckOfWhatHasExpired() {
    let family = InjectionFamily<Int, Probe>(strategy: .singleton) { _ in Probe(tally) }
    let tokens = Box<[Override]>([])
    let checks = Box(0)
    let strategy = InjectionStrategy.cached {
      checks.content += 1
      return {
        tokens.content.first?.rollback()
        return false
      }
    }
    tokens.content = [family.override(with: { _ in Probe(tally, "mock") }, strategy: strategy)]

    #expect(family.resolve(1).name == "mock")
    #expect(family.resolve(1).name == "live")

    #expect(tally.alive == 1)
    #expect(checks.content == 1)
    #expect(family.resolve(1).name == "live")
  }

  @Test(arguments: Strategies.all)
  func belowADecorator(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Probe(tally))
    let token = injection.override(with: Probe(tally, "mock"))
    injection.override(with: { Probe(tally, "on \($0.resolve().name)") })

    #expect(resolve(injection, rollingBack: token) == "on live")

    #expect(tally.built == 2)
    #expect(injection.resolve().name == "on live")
    injection.rollbackOverride()
  }

  @Test func belowADecoratorByTheCheckOfWhatHasExpired() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let tokens = Box<[Override]>([])
    let strategy = InjectionStrategy.cached {
      {
        tokens.content.first?.rollback()
        return false
      }
    }
    tokens.content = [injection.override(with: Probe(tally, "mock"), strategy: strategy)]
    injection.override(
      with: { Probe(tally, "on \($0.resolve().name)") },
      strategy: .onDemand
    )

    #expect(injection.resolve().name == "on mock")
    #expect(injection.resolve().name == "on live")
    injection.rollbackOverride()
  }
}
