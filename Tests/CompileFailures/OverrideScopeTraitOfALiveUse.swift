// expect: write the label: .overrideScope(live: …)
import Testing
import Vial
import VialTesting

@Test(.overrideScope(.allowed)) func number() {}
