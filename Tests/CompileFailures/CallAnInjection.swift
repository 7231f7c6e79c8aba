// expect: write resolve()
import Vial

@MainActor func call(_ number: Injection<Int>) -> Int { number() }
