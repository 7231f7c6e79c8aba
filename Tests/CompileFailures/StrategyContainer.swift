// expect: write .singleton
import Vial

@MainActor let number = Injection(strategy: .container, instance: 1)
