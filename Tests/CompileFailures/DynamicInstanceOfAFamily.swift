// expect: a family has an injection for each key: family[key]
import Vial

enum Services {
  @MainActor static let text = InjectionFamily<Int, String>(strategy: .shared) { "\($0)" }
}

@MainActor final class Model {
  @DynamicInstance(Services.text) var text: String
}
