// expect: write rollbackAllOverrides() for overrides, or clear() for cached instances [no-reset]
import Vial

@MainActor func reset(_ number: Injection<Int>) { number.reset() }
