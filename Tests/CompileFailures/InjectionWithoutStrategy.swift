// expect: missing argument for parameter 'strategy' in call
import Vial

@MainActor let limits = Injection(instance: 1)
