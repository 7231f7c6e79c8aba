// expect: write .onDemand
import Vial

@MainActor let number = Injection(strategy: .unique, instance: 1)
