#if DEBUG
import Testing
import Vial

@MainActor private enum Services {
  /// The line of the injections that the computed properties publish.
  static var line: UInt = 1

  static var number: Injection<Int> {
    Injection(strategy: .singleton, instance: 1, fileID: "App/Services.swift", line: line)
  }

  static var onDemandNumber: Injection<Int> {
    Injection(strategy: .onDemand, fileID: "App/Services.swift", line: line) { 1 }
  }

  static var contextual: Injection<Int> {
    Injection(strategy: .singleton, instance: 1, fileID: "App/Services.swift", line: line).when(.preview, instance: 2)
  }

  static var required: Injection<Int> {
    .required("a number", fileID: "App/Services.swift", line: line)
  }

  static var family: InjectionFamily<Int, String> {
    InjectionFamily(strategy: .singleton, fileID: "App/Services.swift", line: line) { "\($0)" }
  }

  static var flow: InjectionFlow { InjectionFlow("sign-up", fileID: "App/Services.swift", line: line) }

  static var local: Injection<Int> {
    let injection = Injection(strategy: .shared, instance: 1, fileID: "App/Services.swift", line: line)
    return injection
  }

  /// The uses that are reported, each with the description in the report.
  static let uses: [(published: String, use: @MainActor () -> Void)] = [
    ("Int", { _ = number.resolve() }),
    ("Int", { number.override(with: 2) }),
    ("Int", { withOverrideScope(.isolated) { _ = number.resolve() } }),
    ("Int", { _ = Owner(number).value }),
    ("Int", { _ = onDemandNumber.resolve() }),
    ("Int", { _ = contextual.resolve() }),
    ("Int", { _ = local.resolve() }),
    ("Int", { _ = Group().created.resolve() }),
    ("Int", { required.override(with: 1) }),
    ("Int", { required.provide(with: 1) }),
    ("InjectionFamily<Int, String>", { family.override(with: { _ in "" }) }),
    ("String[0]", { for key in 0..<3 { _ = family.resolve(key) } }),
    ("The flow sign-up", { resolve(.flow(flow)) }),
    ("The flow sign-up", { resolve(.cached(in: flow) { { true } }) }),
    ("The flow sign-up", { resolve(.expiring(after: .seconds(60), in: flow)) }),
    (
      "The flow sign-up",
      {
        let injection = Injection(strategy: .singleton, instance: 1)
        injection.override(with: 1, strategy: .flow(flow))
        _ = injection.resolve()
      }
    ),
    (
      "The flow sign-up",
      {
        let injection = Injection<Int>.required("a number")
        injection.provide(with: 1, strategy: .flow(flow))
        _ = injection.resolve()
      }
    ),
  ]

  /// Resolves an injection that is published in a function.
  private static func resolve(_ strategy: InjectionStrategy) {
    _ = Injection(strategy: strategy, instance: 1).resolve()
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
  lazy var created = Injection(strategy: .shared, instance: 1, fileID: "App/Services.swift", line: Services.line)

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
  private func reports(_ result: ExitTest.Result?) -> [String] {
    standardError(of: result).split(separator: "\n").map(String.init).filter { $0.contains("computed property") }
  }

  @Test(.exitTest) func eachLineInAComputedPropertyIsReportedOnceAtItsFirstUse() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        for (index, use) in Services.uses.enumerated() {
          Services.line = UInt(index + 1)
          for _ in 0..<3 { use.use() }
        }
      }
    }

    let expected = Services.uses.enumerated().map { index, use in
      """
      Vial: \(use.published) (App/Services.swift:\(index + 1)) is probably published in a computed property, which \
      publishes another one at each use: its instances are not shared, and overrides have no effect. Publish it with \
      `static let`. [computed-property]
      """
    }
    let reports = reports(result)
    expectEqual(reports.count, expected.count)
    for (report, expected) in zip(reports, expected) { expectEqual(report, expected) }
  }

  @Test(.exitTest) func inspectionsAndOtherPlacesAreNotReported() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Services.number
        _ = (number.current, number.isOverridden, number.debugDescription)
        Services.number.clear()
        Services.flow.clear()

        let group = Group()
        let local = Injection(strategy: .singleton, instance: 1)
        // The initial value of a global in a module whose name begins with a lower-case letter.
        let weather = Injection(
          strategy: .singleton,
          instance: 1,
          fileID: "weather/Services.swift",
          function: "weather"
        )
        let injections = [
          Services.stored, Services.storedInClosure, Services.storedRequirement, Services.inStoredFlow, Services.make(),
          global, group.stored, group.fromInitializer, group.nested.stored, group[1], local, weather,
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

    expectEqual(reports(result), [])
  }
}
#endif
