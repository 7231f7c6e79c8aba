// expect: write .shared, or resolve once and pass it on
import Vial

@MainActor let number = Injection(strategy: .graph, instance: 1)
