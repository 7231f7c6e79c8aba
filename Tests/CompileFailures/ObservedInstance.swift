// expect: invalid redeclaration of synthesized property '_limit'
import Observation
import Vial

@MainActor let limits = Injection(strategy: .singleton, instance: 1)

@MainActor @Observable final class Owner {
  @Instance(limits) var limit
}
