// expect: write .singleton or .flow(…), or add a validity check: .cached { { true } } [cached-without-check]
import Vial

@MainActor let number = Injection(strategy: .cached, instance: 1)
