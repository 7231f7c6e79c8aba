package import Vial

@MainActor package let nickname = Injection(strategy: .singleton, instance: "live")
@MainActor package let city = Injection(strategy: .singleton, instance: "live")
@MainActor package let names = InjectionFamily<Int, String>(strategy: .singleton) { "live \($0)" }
@MainActor package let allowed = Injection(strategy: .singleton, instance: "live")
@MainActor package let user = Injection(strategy: .onDemand, instance: allowed.resolve())
@MainActor package let inContext = Injection(strategy: .singleton, instance: "live").when(.test, instance: "test")
@MainActor package let required = Injection<String>.required("a name")
@MainActor package let other = Injection(strategy: .singleton, instance: "other")
@MainActor package let harmless = Injection(strategy: .singleton, instance: "live").allowLiveInTests()
@MainActor package let forbidden = Injection(strategy: .singleton, instance: { print("reached"); return "live" }())
  .neverLiveInTests()
@MainActor package let makeName = Injection<@MainActor () -> String>(
  strategy: .singleton,
  instance: { nickname.resolve() }
)
@MainActor package let client = Injection(strategy: .singleton, instance: "client of \(nickname.resolve())")

@MainActor package final class Model {
  @Instance(nickname) package var text
  package nonisolated init() {}
}

/// Runs work that belongs to no test and to no scope.
package func escape(_ work: @escaping @MainActor @Sendable () -> Void) async {
  await Task.detached { await MainActor.run { work() } }.value
}
