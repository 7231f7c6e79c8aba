// expect: a factory cannot await or throw: publish a Task, a Result, or an actor [factory-awaits]
import Vial

func load(_ account: Int) async -> String { "\(account)" }

@MainActor let names = InjectionFamily<Int, String>(strategy: .shared) { account in
  await load(account)
}
