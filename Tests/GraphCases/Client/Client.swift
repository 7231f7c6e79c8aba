import Faults
import Vial

@main @MainActor struct Client {
  let onLaunch: () -> Void = { Client.composeLate() }

  static func main() {
    Requirements.provided.provide(with: 1)
    Requirements.overridden.override(with: 2)
    provide(3, for: Requirements.forwarded)
    let client = Client()
    client.onLaunch()
    print(Model().use())
  }

  static func composeLate() { Requirements.providedLate.provide(with: 4) }
  static func provide<Value>(_ value: Value, for injection: Injection<Value>) { injection.provide(with: value) }
  static func dead() { Requirements.unreachedProvision.provide(with: 5) }
}
