// expect: a family has an injection for each key: family[key] [consumer-of-family]
import Vial

enum Services {
  @MainActor static let text = InjectionFamily<Int, String>(strategy: .shared) { "\($0)" }
}

@MainActor final class Model {
  @WeakInstance(Services.text) var text: String?
}
