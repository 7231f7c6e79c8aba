// expect: the injection provides the initial value: override it, or assign later [initial-value]
import Vial

protocol Weather {}
struct Mock: Weather {}

@MainActor let weather = Injection<any Weather>(strategy: .singleton, instance: Mock())

@MainActor final class Model {
  @Instance(weather) var service = Mock()
}
