// expect: call to main actor-isolated instance method 'rollback()' in a synchronous nonisolated context
import Vial

func use(_ token: Override) {
  token.rollback()
}
