// expect: call to main actor-isolated instance method 'resolve()' in a synchronous nonisolated context
import Vial

func use(_ limits: Injection<Int>) -> Int {
  limits.resolve()
}
