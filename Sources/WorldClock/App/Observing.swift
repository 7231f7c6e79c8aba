import Vial

/// Does some work and, if asked to, tells what is injected meanwhile, as it happens.
@MainActor
func tracing<Result>(
  _ isWanted: Bool,
  to errors: inout some TextOutputStream,
  _ work: () -> Result
) -> Result {
  guard isWanted else { return work() }
  let tracer = InjectionTracer(to: errors)
  let observation = Injections.observe(tracer.receive)
  defer {
    observation.cancel()
    errors = tracer.target
  }
  return work()
}

extension InjectionGraph {
  /// The graph in one of the languages that the command line offers.
  func text(in format: GraphFormat) -> String {
    switch format {
    case .mermaid: mermaid
    case .dot: dot
    }
  }
}
