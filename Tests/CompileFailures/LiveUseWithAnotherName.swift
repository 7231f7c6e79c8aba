// expect: renamed to 'warns'
import Testing
import Vial
import VialTesting

@Test(.overrideScope(live: .warn)) func number() {}
