// expect: write override { … }, or provide { … } for a required injection [no-register]
import Vial

@MainActor func register(_ number: Injection<Int>) { number.register { 2 } }
