import Testing
import Vial

/// What another module has to provide (rule 24).
@MainActor struct InjectionRequiredTests {
  @Test func whatIsProvidedIsResolved() {
    let service = Injection<any Greeter>.required("a greeter")

    service.provide(with: Live(), strategy: .onDemand)

    #expect(service.resolve().greeting == "live")
    #expect(service.current == nil)
  }

  @Test func anotherInjectionMayProvide() {
    let live = Injection<any Greeter>(strategy: .singleton, instance: Live())
    let service = Injection<any Greeter>.required("a greeter")

    service.provide(with: live)
    live.override(with: Mock())

    #expect(service.resolve().greeting == "mock")
  }

  @Test func anOverrideMakesProvidingUnnecessary() {
    let service = Injection<any Greeter>.required("a greeter")

    service.override(with: Mock())

    #expect(service.resolve().greeting == "mock")
  }

  @Test func anOverrideInAnIsolatedScopeMakesProvidingUnnecessary() {
    let service = Injection<any Greeter>.required("a greeter")

    withOverrideScope(.isolated) {
      service.override(with: Mock())
      #expect(service.resolve().greeting == "mock")
    }
  }

  @Test func resolvingWhatNobodyProvidedStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let service = Injection<any Greeter>.required(
          "a greeter",
          fileID: "Interface/Greeter.swift",
          line: 7
        )
        _ = service.resolve()
      }
    }

    let message = text(result)
    #expect(message.contains("any Greeter (Interface/Greeter.swift:7) is required"))
    #expect(message.contains("a greeter"))
    #expect(message.contains("provide(with:strategy:)"))
  }

  @Test func providingTwiceStopsWithBothLines() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let service = Injection<any Greeter>.required(
          "a greeter",
          fileID: "Interface/Greeter.swift",
          line: 7
        )
        service.provide(with: Live(), fileID: "App/Root.swift", line: 1)
        service.provide(with: Live(), fileID: "App/Root.swift", line: 2)
      }
    }

    let message = text(result)
    #expect(message.contains("any Greeter (Interface/Greeter.swift:7)"))
    #expect(message.contains("App/Root.swift:1 already"))
    #expect(message.contains("is provided at App/Root.swift:2"))
  }

  @Test func providingWhatIsNotRequiredStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let service = Injection<any Greeter>(
          strategy: .shared,
          instance: Live(),
          fileID: "Feature/Greeter.swift",
          line: 3
        )
        service.provide(with: Live(), fileID: "App/Root.swift", line: 1)
      }
    }

    let message = text(result)
    #expect(
      message.contains("any Greeter (Feature/Greeter.swift:3) was published with an instance")
    )
    #expect(message.contains("App/Root.swift:1"))
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}

private protocol Greeter {
  var greeting: String { get }
}

private struct Live: Greeter {
  var greeting: String { "live" }
}

private struct Mock: Greeter {
  var greeting: String { "mock" }
}
