// expect: write .shared, or resolve once and pass it on [strategy-name]
import Vial

@MainActor let number = Injection(strategy: .graph, instance: 1)
