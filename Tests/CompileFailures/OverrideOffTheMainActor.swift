// expect: call to main actor-isolated instance method 'override(with:strategy:fileID:line:)' in a synchronous nonisolated context
import Vial

func use(_ limits: Injection<Int>) {
  limits.override(with: 2)
}
