// expect: write rollbackAllOverrides() for overrides, or clear() for cached instances
import Vial

@MainActor func reset(_ number: Injection<Int>) { number.reset() }
