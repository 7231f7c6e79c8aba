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
