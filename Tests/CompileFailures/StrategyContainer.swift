// expect: write .singleton [strategy-name]
import Vial

@MainActor let number = Injection(strategy: .container, instance: 1)
