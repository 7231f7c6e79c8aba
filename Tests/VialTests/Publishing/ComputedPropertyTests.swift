#if DEBUG
import Testing
import Vial

@MainActor private enum Services {
  static var number: Injection<Int> {
    Injection(strategy: .singleton, instance: 1, fileID: "App/Services.swift", line: 1)
  }

  static var onDemandNumber: Injection<Int> {
    Injection(strategy: .onDemand, fileID: "App/Services.swift", line: 2) { 1 }
  }

  static var contextual: Injection<Int> {
    Injection(strategy: .singleton, instance: 1, fileID: "App/Services.swift", line: 3)
      .when(.preview, instance: 2)
  }

  static var required: Injection<Int> {
    .required("a number", fileID: "App/Services.swift", line: 4)
  }

  static var family: InjectionFamily<Int, String> {
    InjectionFamily(strategy: .singleton, fileID: "App/Services.swift", line: 5) { "\($0)" }
  }

  static var flow: InjectionFlow { InjectionFlow("sign-up", fileID: "App/Services.swift", line: 6) }

  static var local: Injection<Int> {
    let injection = Injection(strategy: .shared, instance: 1, fileID: "App/Services.swift", line: 7)
    return injection
  }

  static let stored = Injection(strategy: .singleton, instance: 1)
  static let storedInClosure: Injection<Int> = { Injection(strategy: .singleton, instance: 1) }()
  static let storedFamily = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
  static let storedRequirement = Injection<Int>.required("a number").when(.test, instance: 1)
  static let storedFlow = InjectionFlow("checkout")
  static let inStoredFlow = Injection(strategy: .flow(storedFlow), instance: 1)

  static func make() -> Injection<Int> { Injection(strategy: .singleton, instance: 1) }
}

@MainActor private let global = Injection(strategy: .singleton, instance: 1)

/// A group of injections that an object publishes.
@MainActor private final class Group {
  let stored = Injection(strategy: .singleton, instance: 1)
  let fromInitializer: Injection<Int>
  let nested = Nested()
  lazy var created = Injection(strategy: .shared, instance: 1, fileID: "App/Group.swift", line: 1)

  struct Nested {
    let stored = Injection(strategy: .singleton, instance: 1)
  }

  init() {
    fromInitializer = Injection(strategy: .singleton, instance: 1)
  }

  subscript(number: Int) -> Injection<Int> { Injection(strategy: .singleton, instance: number) }
}

/// The report of a debug build about an injection that is published in a computed property.
///
/// A computed property publishes another injection at each use, so overrides have no effect. Each test runs in a
/// process without other reports.
@MainActor struct ComputedPropertyTests {
  private func lines(_ result: ExitTest.Result?) -> [String] {
    standardError(of: result).split(separator: "\n")
      .map(String.init).filter { $0.contains("computed property") }
  }

  private func report(_ published: String) -> String {
    """
    Vial: \(published) is probably published in a computed property, which publishes another one at each use: its \
    instances are not shared, and overrides have no effect. Publish it with `static let`. \
    [computed-property]
    """
  }

  enum Use: CaseIterable, Codable {
    case build
    case override
    case buildInAScope
    case firstReadOfAConsumer
  }

  @Test(arguments: Use.allCases)
  func computedInjectionIsReportedOnceAtItsFirstUse(use: Use) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [use] in
      await MainActor.run {
        for _ in 0..<3 {
          switch use {
          case .build: _ = Services.number.resolve()
          case .override: Services.number.override(with: 2)
          case .buildInAScope: withOverrideScope(.isolated) { _ = Services.number.resolve() }
          case .firstReadOfAConsumer: _ = Owner(Services.number).value
          }
        }
      }
    }

    expectEqual(lines(result), [report("Int (App/Services.swift:1)")])
  }

  @Test func eachLineThatPublishesInAComputedPropertyIsReported() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        for _ in 0..<2 {
          _ = Services.number.resolve()
          _ = Services.onDemandNumber.resolve()
          _ = Services.contextual.resolve()
          _ = Services.local.resolve()
        }
      }
    }

    expectEqual(lines(result), [1, 2, 3, 7].map { report("Int (App/Services.swift:\($0))") })
  }

  @Test(arguments: [false, true])
  func computedRequirementIsReportedWhenItIsProvidedOrOverridden(isOverridden: Bool) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [isOverridden] in
      await MainActor.run {
        if isOverridden {
          Services.required.override(with: 1)
        } else {
          Services.required.provide(with: 1)
        }
      }
    }

    expectEqual(lines(result), [report("Int (App/Services.swift:4)")])
  }

  @Test func computedFamilyIsReportedWhenItIsOverridden() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Services.family.override(with: { _ in "" }) }
    }

    expectEqual(lines(result), [report("InjectionFamily<Int, String> (App/Services.swift:5)")])
  }

  @Test func computedFamilyIsReportedOnceForAllKeys() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { for key in 0..<3 { _ = Services.family.resolve(key) } }
    }

    expectEqual(lines(result), [report("String[0] (App/Services.swift:5)")])
  }

  @Test func computedFlowIsReportedAtTheFirstBuildOfAnInjectionInTheFlow() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let strategies: [InjectionStrategy] = [
          .flow(Services.flow), .cached(in: Services.flow) { { true } },
          .expiring(after: .seconds(60), in: Services.flow),
        ]
        for strategy in strategies { _ = Injection(strategy: strategy, instance: 1).resolve() }
      }
    }

    expectEqual(lines(result), [report("The flow sign-up (App/Services.swift:6)")])
  }

  @Test(arguments: [false, true])
  func computedFlowOfAnOverrideOrImplementationIsReported(isOverride: Bool) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [isOverride] in
      await MainActor.run {
        let required = Injection<Int>.required("a number")
        if isOverride {
          required.override(with: 1, strategy: .flow(Services.flow))
        } else {
          required.provide(with: 1, strategy: .flow(Services.flow))
        }
        _ = required.resolve()
      }
    }

    let text = standardError(of: result)
    expect(text.contains("The flow sign-up (App/Services.swift:6) is probably published"))
  }

  @Test func lazyPropertyIsReportedAsAComputedProperty() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Group().created.resolve() }
    }

    expectEqual(lines(result), [report("Int (App/Group.swift:1)")])
  }

  @Test func computedInjectionThatIsOnlyInspectedIsNotReported() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Services.number
        _ = (number.current, number.isOverridden, number.debugDescription)
        Services.number.clear()
        Services.flow.clear()
      }
    }

    expect(lines(result).isEmpty)
  }

  @Test func storedPropertiesGlobalsFunctionsAndInitializersAreNotReported() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let group = Group()
        let local = Injection(strategy: .singleton, instance: 1)
        let injections = [
          Services.stored, Services.storedInClosure, Services.storedRequirement,
          Services.inStoredFlow, Services.make(), global, group.stored, group.fromInitializer,
          group.nested.stored, group[1], local,
        ]
        for injection in injections {
          injection.override(with: 2)
          _ = injection.resolve()
          injection.rollbackAllOverrides()
          _ = injection.resolve()
        }
        Services.storedFamily.override(with: { "\($0)" })
        _ = Services.storedFamily.resolve(1)
      }
    }

    expect(lines(result).isEmpty)
  }

  /// The initial value of a global in a module whose name begins with a lower-case letter.
  @Test func globalOfAModuleWithALowercaseNameIsNotReported() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let global = Injection(
          strategy: .singleton,
          instance: 1,
          fileID: "weather/Services.swift",
          function: "weather"
        )
        _ = global.resolve()
      }
    }

    expect(lines(result).isEmpty)
  }
}
#endif
