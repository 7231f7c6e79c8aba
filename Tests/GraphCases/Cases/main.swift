import Vial
import VialInspection

// Prints the injections that are resolved while an instance of each case is built, as pairs of lines.

compose()

@MainActor func record<Value>(_ injection: Injection<Value>) {
  let graph = InjectionGraph.record { _ = withOverrideScope(.isolated) { injection.resolve() } }
  for edge in graph.edges {
    guard let from = edge.from.declaration?.callSite, let to = edge.to.declaration?.callSite else { continue }
    print("\(from.fileID):\(from.line) \(to.fileID):\(to.line)")
  }
}

record(Eager.argument)
record(Eager.closure)
record(Eager.defaultArgument)
record(Eager.storedProperty)
record(Eager.computedProperty)
record(Eager.lazyProperty)
record(Eager.readConsumer)
record(Eager.readDynamicConsumer)
record(Eager.mapped)
record(Eager.localFunction)
record(Eager.protocolExtension)
record(Eager.superclass)
record(Eager.reference)
record(Eager.observer)
record(Eager.subscripted)
record(Eager.operated)
record(Eager.method)
record(Eager.applied)
record(Eager.autoclosure)
record(Eager.interpolation)
record(Eager.interpolations)
record(Eager.chained)
record(Eager.otherName)
record(Eager.forwarded)
record(Eager.validity)
record(Eager.keys[1])
record(Eager.once)
record(Possible.branch)
record(Possible.defaulted)
record(Possible.early)
record(Possible.dispatched)
record(Possible.overridden)
record(Possible.generic)
record(Possible.context)
record(Possible.argument)
record(Later.lazyProperty)
record(Later.consumer)
record(Later.assigned)
record(Later.weak)
record(Later.dynamic)
record(Later.method)
record(Later.storedClosure)
record(Later.passedClosure)
record(Later.captured)
record(Later.released)
record(Later.nested)
record(Never.family)
record(Never.staticMembers)
record(Never.passedArgument)
record(Never.otherImplementation)
record(Never.otherInstance)
record(Groups.eagerBadge)
record(Groups.eagerTitle)
record(Groups.eagerLeaf)
