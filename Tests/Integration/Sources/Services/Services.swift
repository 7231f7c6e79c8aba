package import Vial

@MainActor package let nickname = Injection(strategy: .singleton, instance: "live")
@MainActor package let city = Injection(strategy: .singleton, instance: "live")
@MainActor package let names = InjectionFamily<Int, String>(strategy: .singleton) { "live \($0)" }
@MainActor package let otherNames = InjectionFamily<Int, String>(strategy: .singleton) { "live \($0)" }
@MainActor package let allowed = Injection(strategy: .singleton, instance: "live")
@MainActor package let user = Injection(strategy: .onDemand, instance: allowed.resolve())
@MainActor package let inContext = Injection(strategy: .singleton, instance: "live").when(.test, instance: "test")
@MainActor package let required = Injection<String>.required("a name")
@MainActor package let other = Injection(strategy: .singleton, instance: "other")
@MainActor package let harmless = Injection(strategy: .singleton, instance: "live").allowLiveInTests()
@MainActor package let reached = Injection(strategy: .singleton, instance: reach())
@MainActor package let forbidden = Injection(strategy: .singleton, instance: reach()).neverLiveInTests()
@MainActor package let forbiddenNames = InjectionFamily<Int, String>(strategy: .singleton) { _ in reach() }
  .neverLiveInTests()
@MainActor package let forbiddenRequired = Injection<String>.required("a name").neverLiveInTests()
@MainActor package let makeName = Injection<@MainActor () -> String>(
  strategy: .singleton,
  instance: { nickname.resolve() }
)
@MainActor package let client = Injection(strategy: .singleton, instance: "client of \(nickname.resolve())")

/// A live factory, which prints a line when it runs.
package func reach() -> String {
  print("reached")
  return "live"
}

@MainActor package final class Model {
  @Instance(nickname) package var text
  package nonisolated init() {}
}

/// Injections of which each test uses another one, because a use of nobody is reported once in the process.
@MainActor package let services = (0..<16).map { _ in Injection(strategy: .singleton, instance: "live") }

@MainActor package func overrideServices() { for service in services { service.override(with: "mock") } }

/// A composition in another module than the tests, whose overrides permit no originals.
@MainActor package func decorateServices() {
  for service in services { service.override(with: { original in "decorated " + original.resolve() }) }
}

/// An object of the application with a scope that belongs to no test.
@MainActor package let window = OverrideScope(.isolated)

@MainActor package final class Recorder {
  package init() {}
}

@MainActor package let recorder = Injection(strategy: .shared, instance: Recorder())

/// Runs work that belongs to no test and to no scope.
package func escape(_ work: @escaping @MainActor @Sendable () -> Void) async {
  await Task.detached { await MainActor.run { work() } }.value
}
