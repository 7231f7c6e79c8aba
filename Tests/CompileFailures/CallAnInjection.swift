// expect: write resolve() [no-call]
import Vial

@MainActor func call(_ number: Injection<Int>) -> Int { number() }
