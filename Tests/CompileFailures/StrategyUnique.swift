// expect: write .onDemand [strategy-name]
import Vial

@MainActor let number = Injection(strategy: .unique, instance: 1)
