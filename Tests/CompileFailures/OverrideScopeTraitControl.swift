// expect: no error
import Testing
import Vial
import VialTesting

@MainActor let number = Injection(strategy: .singleton, instance: 1)

@MainActor @Test(.overrideScope) func one() {}
@MainActor @Test(.overrideScope(), .overrideScope(.isolated), .overrideScope(live: .allowed)) func two() {}
@MainActor @Test(.overrideScope { number.override(with: 2) }) func three() {}
@MainActor @Test(.overrideScope(.fresh, live: .warns) { number.allowLive() }) func four() {}
