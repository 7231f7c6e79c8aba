import VialGraphProgram

/// The declarations that facts are about: declarations of the library, and variables that hold injections.
struct Vocabulary {
  /// The symbols of the library, and the members that the application adds to types of the library.
  private(set) var libraryMembers: [SymbolID: LibraryMember] = [:]

  /// The variables that hold injections, families or flows.
  private(set) var heldTypes: [SymbolID: HeldType] = [:]

  /// The computed properties of injections, families and flows that create a new one at each use.
  private(set) var computed: Set<SymbolID> = []

  /// The wrapped properties, with their wrappers.
  private(set) var consumers: [SymbolID: LibraryMember.Wrapper] = [:]

  /// The names of the wrappers of the application, by the wrapped properties.
  private(set) var namesOfWrappers: [SymbolID: String] = [:]

  /// The functions that publish an injection with a factory that they get.
  private(set) var publishingFunctions: Set<SymbolID> = []

  /// The flows that the initial value of a flow names, which end with the flow, and the flows of added strategies.
  private(set) var childFlows: [SymbolID: [SymbolID]] = [:]

  /// When a function calls a closure that it gets: before it returns, perhaps before it returns, or later.
  enum Call: Comparable { case now, perhaps, later }

  /// When functions with closures that do not escape call closures.
  private(set) var callsOfClosures: [SymbolID: Call] = [:]

  /// When functions evaluate arguments that are automatically made closures.
  private(set) var evaluationsOfAutoclosures: [SymbolID: Call] = [:]

  /// The names of the functions that stop the program, because their result is `Never`.
  private(set) var stoppingFunctions: Set<String> = []

  /// The members of injections that have the same effect in a member that an application adds.
  private static let effects: Set<LibraryMember.Injection> = [
    .resolve, .override, .provide, .allowLive, .when, .onRelease, .allowLiveInTests, .neverLiveInTests,
  ]

  init(_ program: Program) {
    var added: [SymbolID: LibraryMember] = [:]
    for (id, symbol) in program.symbols.enumerated() {
      let member = LibraryMember(symbol)
      // A context that an application adds is a context like others.
      let isContext = if case .context = member { true } else { false }
      if symbol.definition != nil && !isContext {
        added[id] = symbol.holdsStrategy ? .strategy(symbol.name) : member
      } else {
        libraryMembers[id] = member
      }
      heldTypes[id] = symbol.definition == nil ? nil : symbol.heldType
      if symbol.returnsNever { stoppingFunctions.insert(symbol.baseName) }
      if symbol.isFunction, symbol.usr.contains("XE") { callsOfClosures[id] = symbol.callOfClosures }
      if symbol.isFunction, symbol.usr.contains(/X[AK]/) {
        evaluationsOfAutoclosures[id] = symbol.evaluationOfAutoclosures
      }
    }
    addEffects(of: added, in: program)
    for reference in program.files.lazy.flatMap(\.references) {
      guard let container = reference.container else { continue }
      let used = libraryMembers[reference.symbol]
      let member = program[container].accessedVariable ?? container
      let canNameFlow = added[member] != nil || heldTypes[container]?.kind == .flow
      if canNameFlow, heldTypes[reference.symbol]?.kind == .flow {
        childFlows[member, default: []].append(reference.symbol)
      }
      if program[container].isVariable, let consumer = used?.createdConsumer {
        consumers[container] = consumer
      }
      if let variable = program[container].accessedVariable, heldTypes[variable] != nil,
        isPublication(reference.symbol) || [.createsFlow, .injection(.when)].contains(used)
      {
        computed.insert(variable)
      }
    }
  }

  /// The vocabulary with the wrappers and the functions of the application that create consumers or publish injections.
  func adding(_ parameters: Parameters) -> Self {
    var vocabulary = self
    vocabulary.consumers.merge(parameters.consumers) { first, _ in first }
    vocabulary.namesOfWrappers = parameters.namesOfWrappers
    vocabulary.publishingFunctions = parameters.publishingFunctions
    for function in parameters.conditionallyCallingFunctions where callsOfClosures[function] == .now {
      vocabulary.callsOfClosures[function] = .perhaps
    }
    return vocabulary
  }

  /// Gives each member that the application adds to an injection or a strategy the effect of the first member that it uses.
  ///
  /// An added member can use another one that is declared below it, so the references are read until no member changes.
  private mutating func addEffects(of added: [SymbolID: LibraryMember], in program: Program) {
    let uses = program.files.lazy.flatMap(\.references).compactMap { reference -> (member: SymbolID, used: SymbolID)? in
      let member = reference.container.map { program[$0].accessedVariable ?? $0 }
      return member.flatMap { added[$0] == nil ? nil : ($0, reference.symbol) }
    }
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (member, used) in uses where libraryMembers[member] == nil {
        guard let effect = libraryMembers[used] else { continue }
        let isOfStrategy = added[member]?.strategy != nil && effect.strategy != nil
        if isOfStrategy || effect.ofInjection.map(Self.effects.contains) == true {
          libraryMembers[member] = effect
          isComplete = false
        }
      }
    }
    for (member, used) in uses where libraryMembers[used] == .injection(.isProvided) {
      if libraryMembers[member] == .injection(.resolve) { libraryMembers[member] = .injection(.resolveIfProvided) }
    }
  }

  /// Whether a declaration of the library creates an injection, a family or a required injection.
  func isPublication(_ symbol: SymbolID) -> Bool {
    [.injection(.`init`), .injection(.required)].contains(libraryMembers[symbol])
  }

  /// The flow that a variable holds, or the flows of a strategy that the application adds.
  func flows(of symbol: SymbolID) -> [SymbolID] {
    if heldTypes[symbol] != nil { return heldTypes[symbol]?.kind == .flow ? [symbol] : [] }
    return childFlows[symbol] ?? []
  }

  /// Whether a variable holds injections or families, in contrast to flows.
  func holdsInjections(_ variable: SymbolID) -> Bool { heldTypes[variable].map { $0.kind != .flow } ?? false }
}

/// The injections, families or flows that a variable of the application holds.
struct HeldType {
  /// A kind, where injections can be in a collection, an optional or a tuple.
  enum Kind { case injection, family, flow }

  let kind: Kind
  let description: String

  /// The type of the instances, or `nil` for a flow, a collection or a tuple.
  var provided: TypeName?
}
