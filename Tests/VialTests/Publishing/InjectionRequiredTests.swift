import Testing
import Vial

/// Injections whose implementation another module has to provide (rule 25).
@MainActor struct InjectionRequiredTests {
  @Test func requiredInjectionUsesTheProvidedImplementation() {
    var built = 0
    let service = Injection<any Greeter>.required("a greeter")
    let fresh = Injection<any Greeter>.required("another greeter")
    service.provide(with: Live(&built))
    fresh.provide(with: Live(&built), strategy: .onDemand)
    expect(service.current == nil)
    expectEqual(built, 0)

    for _ in 0..<3 { expectEqual(service.resolve().greeting, "live") }
    expect(service.current != nil)
    expectEqual(built, 1, "An implementation is a singleton by default.")
    for _ in 0..<3 { _ = fresh.resolve() }
    expect(fresh.current == nil)
    expectEqual(built, 4)
  }

  @Test func overriddenRequirementNeedsNoImplementation() {
    for kind in OverrideScope.Kind.all {
      withOverrideScope(kind) {
        let service = Injection<any Greeter>.required("a greeter")
        service.override(with: Mock())
        expectEqual(service.resolve().greeting, "mock", "\(kind)")

        service.override(with: { original in Wrapped(inner: original.resolve()) })
        expectEqual(service.resolve().greeting, "wrapped mock", "\(kind)")
        service.rollbackAllOverrides()
        service.override(with: { original in Wrapped(inner: original.resolve()) })
        service.provide(with: Live())
        expectEqual(service.resolve().greeting, "wrapped live", "\(kind)")
      }
    }
  }

  @Test func overrideOfARequiredInjectionIsASingletonByDefault() {
    var built = 0
    let inner = Injection<any Greeter>.required("a greeter")
    let outer = Injection<any Greeter>.required("another greeter")
    let family = InjectionFamily<Int, any Greeter>(strategy: .onDemand) { _ in Live() }
    inner.provide(with: family[1])
    outer.provide(with: inner)

    outer.override(with: Live(&built))
    for _ in 0..<3 { _ = outer.resolve() }

    expectEqual(built, 1)
  }

  @Test(arguments: Situation.allCases)
  func messageOfAMissingImplementationNamesTheRequester(situation: Situation) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [situation] in
      await MainActor.run {
        let service = Injection<any Greeter>.required(
          "a greeter",
          fileID: "Interface/Greeter.swift",
          line: 7
        )
        let contextual = service.when(InjectionContext("never") { false }, instance: Mock())
        let screen = Injection(
          strategy: .shared,
          instance: Wrapped(
            inner: situation == .whenNoContextIsActive ? contextual.resolve() : service.resolve()
          ),
          fileID: "Feature/Screen.swift",
          line: 3
        )
        switch situation {
        case .outsideEveryScope, .whenNoContextIsActive: _ = screen.resolve()
        case .inAnIsolatedScope: withOverrideScope(.isolated) { _ = screen.resolve() }
        case .asAnOriginal:
          service.override(
            with: { original in Wrapped(inner: original.resolve()) },
            fileID: "Feature/Tests.swift",
            line: 9
          )
          _ = screen.resolve()
        }
      }
    }

    let override = situation == .asAnOriginal ? "    Original of the override at: Feature/Tests.swift:9\n" : ""
    expect(
      standardError(of: result).contains(
        """
        any Greeter (Interface/Greeter.swift:7) is required, and no implementation was provided.

            Needed: a greeter
            Needed by: Wrapped (Feature/Screen.swift:3)
        \(override)
        - Call provide(with:strategy:)
        """
      )
    )
  }

  enum Situation: CaseIterable, Codable {
    case outsideEveryScope
    case inAnIsolatedScope
    case whenNoContextIsActive
    case asAnOriginal
  }

  @Test func messageOfACycleThroughAnImplementationNamesEachStepOnce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let service = Injection<any Greeter>.required(
          "a greeter",
          fileID: "Interface/Greeter.swift",
          line: 7
        )
        service.provide(with: Wrapped(inner: service.resolve()))
        _ = service.resolve()
      }
    }

    expect(
      standardError(of: result).contains(
        """
        Dependency cycle: any Greeter → any Greeter

            any Greeter   Interface/Greeter.swift:7

        """
      )
    )
  }
}

private protocol Greeter {
  var greeting: String { get }
}

private struct Live: Greeter {
  init() {}

  init(_ built: inout Int) { built += 1 }

  var greeting: String { "live" }
}

private struct Wrapped: Greeter {
  let inner: any Greeter
  var greeting: String { "wrapped \(inner.greeting)" }
}

private struct Mock: Greeter {
  var greeting: String { "mock" }
}
