// expect: make the override in a closure: .overrideScope { … }
import Testing
import Vial
import VialTesting

@MainActor let number = Injection(strategy: .singleton, instance: 1)

@MainActor @Test(.overrideScope(number.override(with: 2))) func two() {}
