// expect: no exact matches in call to instance method
import Vial

@MainActor func use(_ limits: Injection<Int>) {
  limits.override(with: "two")
}
