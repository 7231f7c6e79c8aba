// flags: -swift-version 6 -warnings-as-errors
// expect: no error
import Vial
import VialTesting

@MainActor let number = Injection(strategy: .singleton, instance: 1).allowLiveInTests()
@MainActor let typed: Injection<Int> = Injection(strategy: .singleton, instance: 1).allowLiveInTests()
@MainActor let chained = Injection(strategy: .singleton, instance: 1).allowLiveInTests().when(.test, instance: 2)
@MainActor let names = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }.allowLiveInTests()
@MainActor let makeNumber: () -> Injection<Int> = { number.allowLiveInTests() }
@MainActor let numbers = [number, number].map { $0.allowLiveInTests() }

@MainActor func publishesInATest() async {
  let own = Injection(strategy: .singleton, instance: 1).allowLiveInTests()
  _ = own.resolve() + numbers.count
}
