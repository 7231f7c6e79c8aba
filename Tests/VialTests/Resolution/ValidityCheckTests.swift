import Testing
import Vial
import VialInspection

/// A validity check runs while a resolve is looking for an instance, so a check must not use injections (rule 6).
@Suite(.checksInvariants) @MainActor struct ValidityCheckTests {
  enum Use: String, CaseIterable, Codable {
    case resolve, resolveOnDemand, readConsumer, override, overrideFamily, rollBack, provide,
      withdraw
    case clear, clearFamily, clearFlow, endScope, resolveItself
    case openScope, observe, cancelObservation, createKey, publishKey
  }

  /// Uses injections in a check.
  ///
  /// This stops the process.
  private static func run(_ use: Use, inScope: Bool) {
    let number = Injection(strategy: .singleton, instance: 1)
    let onDemand = Injection(strategy: .onDemand, instance: 1)
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let required = Injection<Int>.required("a number")
    let flow = InjectionFlow("flow")
    let owner = Owner(number)
    let token = number.override(with: 2)
    required.provide(with: 1)
    var action: @MainActor () -> Void = {}
    let checked = Injection(
      strategy: .cached {
        {
          action()
          return true
        }
      },
      instance: "",
      fileID: "App/Checked.swift",
      line: 7
    )
    _ = (checked.resolve(), number.resolve())
    // Only these two cases are about the first scope and the first observer of the process.
    let scope = use == .openScope || use == .observe ? OverrideScope.global : OverrideScope()
    let observation = use == .cancelObservation ? Injections.observe { _ in } : nil
    action = {
      switch use {
      case .resolve: _ = number.resolve()
      case .resolveOnDemand: _ = onDemand.resolve()
      case .readConsumer: _ = owner.value
      case .override: number.override(with: 3)
      case .overrideFamily: family.override(with: { $0 + 1 })
      case .rollBack: token.rollback()
      case .provide: required.provide(with: 2)
      case .withdraw: required.withdraw()
      case .clear: number.clear()
      case .clearFamily: family.clear()
      case .clearFlow: flow.clear()
      case .endScope: scope.end()
      case .resolveItself: _ = checked.resolve()
      case .openScope: _ = OverrideScope(.isolated)
      case .observe: Injections.observe { _ in }
      case .cancelObservation: observation?.cancel()
      case .createKey: _ = family[1]
      case .publishKey: family.publish(1) { 2 }
      }
    }
    if inScope { withOverrideScope { _ = checked.resolve() } } else { _ = checked.resolve() }
  }

  @Test(arguments: Use.allCases)
  func validityCheckThatUsesInjectionsStopsTheProgram(use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [use = use as Use] in
      await MainActor.run { Self.run(use, inScope: false) }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("The validity check of String (App/Checked.swift:7) uses injections."))
  }

  @Test func validityCheckThatUsesInjectionsInAScopeStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Self.run(.resolve, inScope: true) }
    }
  }

  @Test func clockThatUsesInjectionsWhenItIsFirstReadStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Injection(strategy: .singleton, instance: 1)
        let hook = ActionHook { _ = number.resolve() }
        hook.arm()
        let strategy = InjectionStrategy.expiring(after: .seconds(1), clock: ActingClock(hook: hook))
        _ = Injection(strategy: strategy, instance: "", fileID: "App/Expiring.swift", line: 7).resolve()
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("The validity check of String (App/Expiring.swift:7) uses injections."))
  }

  @Test func validityCheckCanReadAConsumerThatHasItsInstance() {
    let number = Injection(strategy: .singleton, instance: 1)
    let owner = Owner(number)
    let checked = Injection(strategy: .cached { { owner.value == 1 } }, instance: "")
    expectEqual(owner.value, 1)

    _ = checked.resolve()
    _ = checked.resolve()
  }

  @Test func closureThatMakesTheCheckCanResolve() {
    let limit = Injection(strategy: .singleton, instance: 2)
    var built = 0
    let checked = Injection(
      strategy: .cached {
        var uses = limit.resolve()
        return {
          uses -= 1
          return uses > 0
        }
      }
    ) {
      built += 1
      return built
    }

    expectEqual((1...4).map { _ in checked.resolve() }, [1, 1, 2, 2])
  }

  @Test func checkIsMadeBeforeTheInstanceIsCached() {
    var current: Int?
    var checked: Injection<Int>?
    checked = Injection(
      strategy: .cached {
        current = checked?.current
        return { true }
      },
      instance: 1
    )

    expectEqual(checked?.resolve(), 1)
    expect(current == nil)
    expectEqual(checked?.current, 1)
    checked = nil
  }

  @Test func instanceBuiltByADeinitializerDuringEvictionIsNotChecked() {
    let checks = Box(0)
    let successor = Box<(@MainActor () -> Void)?>(nil)
    let injection = Injection(
      strategy: .cached {
        {
          checks.content += 1
          return false
        }
      },
      instance: OnDeinit { successor.content?() }
    )
    _ = injection.resolve()
    let built = Box<OnDeinit?>(nil)
    successor.content = {
      successor.content = nil
      built.content = injection.resolve()
    }

    let resolved = injection.resolve()

    expect(resolved === built.content)
    expectEqual(checks.content, 1)
  }
}
