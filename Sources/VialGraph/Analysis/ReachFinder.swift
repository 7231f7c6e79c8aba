/// Follows calls and reads from some bodies, most certain steps first.
struct ReachFinder {
  private let analysis: Analysis
  private let rules: Reach.Rules
  private var reach = Reach()
  private var queues: [[Body]] = Array(repeating: [], count: Certainty.lazy.rawValue + 1)
  private var program: Program { analysis.program }

  init(_ analysis: Analysis, _ rules: Reach.Rules) {
    self.analysis = analysis
    self.rules = rules
  }

  /// Finds what the bodies reach.
  ///
  /// - Parameter types: Types of which other code builds instances.
  static func reach(
    from bodies: [Body],
    building types: [SymbolID] = [],
    in analysis: Analysis,
    _ rules: Reach.Rules
  ) -> Reach {
    var finder = ReachFinder(analysis, rules)
    for body in bodies { finder.follow(body, .certain, from: nil) }
    for type in types { finder.build(type, .certain, in: .attributes(of: type)) }
    finder.run()
    return finder.reach
  }

  private mutating func run() {
    var level = 0
    while level < queues.count {
      guard let body = queues[level].popLast() else {
        level += 1
        continue
      }
      guard let certainty = reach.bodies[body], certainty.rawValue == level else { continue }
      // A step never leads to more certain code than its own, so the earlier queues remain empty.
      visit(body, certainty)
    }
  }

  private mutating func follow(_ body: Body, _ certainty: Certainty, from caller: Body?) {
    if let known = reach.bodies[body], known <= certainty { return }
    reach.bodies[body] = certainty
    reach.callers[body] = caller
    queues[certainty.rawValue].append(body)
  }

  private mutating func visit(_ body: Body, _ certainty: Certainty) {
    for step in analysis.steps(of: body) {
      let certainty = max(certainty, step.certainty)
      switch step.target {
      case .injection(let injection, let use): visit(injection, use, certainty, in: body)
      case .symbol(let symbol, let roles): visit(symbol, roles, certainty, in: body)
      }
    }
    if case .declaration(let symbol) = body { visitImplicitCalls(of: symbol, certainty, in: body) }
    guard rules.followsInjections else { return }
    for replacement in analysis.replacements(in: body) {
      if let code = replacement.body { follow(code, max(certainty, .deferred), from: body) }
    }
  }

  // MARK: - Injections

  private mutating func visit(
    _ injection: InjectionReference,
    _ use: Step.Use,
    _ certainty: Certainty,
    in body: Body
  ) {
    let nodes = analysis.nodes(of: injection)
    switch use {
    case .resolve, .resolveMember: add(nodes, use, certainty, in: body)
    case .pass: add(nodes, use, max(certainty, .conditional), in: body)
    case .consume: add(nodes, use, .lazy, in: body)
    case .inspect: reach.inspected[body, default: []].formUnion(nodes)
    case .override, .provide, .allowLive: break
    }
  }

  private mutating func add(
    _ nodes: Set<NodeID>,
    _ use: Step.Use,
    _ certainty: Certainty,
    in body: Body,
    consumer: SymbolID? = nil
  ) {
    // One of several injections is used.
    let certainty = nodes.count > 1 ? max(certainty, .dispatched) : certainty
    let edge = Reach.Edge(certainty: certainty, use: use, body: body, consumer: consumer)
    if use == .pass { reach.passed.formUnion(nodes) }
    for node in nodes {
      reach.uses[node, default: [:]].merge([body: certainty], uniquingKeysWith: min)
      if use != .resolveMember, use != .consume(.weakInstance), use != .consume(.dynamicInstance),
        reach.keptEdges[node].map({ $0.certainty > certainty }) ?? true
      {
        reach.keptEdges[node] = edge
      }
      guard reach.edges[node].map({ $0.certainty > certainty }) ?? true else { continue }
      reach.edges[node] = edge
      guard rules.followsInjections else { continue }
      for next in analysis.nodes[node].bodies { follow(next, certainty, from: body) }
    }
  }

  /// Adds the injections that a property consumes.
  private mutating func add(consumer property: SymbolID, _ certainty: Certainty, in body: Body) {
    guard let consumer = analysis.consumers[property] else { return }
    for step in analysis.steps(of: .declaration(property)) {
      guard case .injection(let injection, _) = step.target else { continue }
      add(analysis.nodes(of: injection), .consume(consumer), certainty, in: body, consumer: property)
    }
  }

  // MARK: - Calls and reads

  private mutating func visit(_ symbol: SymbolID, _ roles: Reference.Roles, _ certainty: Certainty, in body: Body) {
    let target = program.symbols[symbol]
    if analysis.consumers[symbol] != nil {
      // Assigning to a consumer resolves nothing.
      if !roles.isDisjoint(with: [.read, .call]) || roles == .reference { add(consumer: symbol, certainty, in: body) }
    } else if target.isFunction {
      if let property = target.accessedVariable, analysis.consumers[property] != nil { return }
      let certainty = roles.contains(.call) ? certainty : max(certainty, .conditional)
      call(symbol, certainty, isDynamic: roles.contains(.dynamic), in: body)
      if target.kind == .initializer, let type = program.type(of: symbol) { build(type, certainty, in: body) }
    } else if target.isVariable {
      read(symbol, roles, certainty, in: body)
    } else if target.kind == nil, let type = program.type(of: symbol), program.symbols[type].kind == .enum {
      build(type, certainty, in: body)
    } else if target.isType {
      // The type is a value, `Type.self`, with which other code can create an instance.
      build(symbol, max(certainty, .dispatched), in: body)
    }
  }

  private mutating func call(_ function: SymbolID, _ certainty: Certainty, isDynamic: Bool, in body: Body) {
    // A method that runs later runs on an instance that was built elsewhere, or all its methods are followed anyway.
    if certainty >= .deferred, rules.members == .all, !rules.followsInjections, isMethodOfProgramType(function) {
      return
    }
    follow(.declaration(function), certainty, from: body)
    let isRequirement = program.type(of: function).map { program.symbols[$0].kind == .protocol } ?? false
    guard isDynamic || isRequirement else { return }
    for overriding in program.symbols[function].overriding where canBeBuilt(overriding) {
      guard reach.bodies[.declaration(overriding)].map({ $0 > max(certainty, .dispatched) }) ?? true else { continue }
      call(overriding, max(certainty, .dispatched), isDynamic: true, in: body)
    }
  }

  private mutating func read(_ variable: SymbolID, _ roles: Reference.Roles, _ certainty: Certainty, in body: Body) {
    let symbol = program.symbols[variable]
    if symbol.isStatic || analysis.isLazy(variable) { follow(.declaration(variable), certainty, from: body) }
    if let getter = symbol.getter { call(getter, certainty, isDynamic: roles.contains(.dynamic), in: body) }
    guard roles.contains(.write) else { return }
    for accessor in symbol.accessors where accessor != symbol.getter {
      call(accessor, certainty, isDynamic: roles.contains(.dynamic), in: body)
    }
  }

  private func isMethodOfProgramType(_ function: SymbolID) -> Bool {
    guard let type = program.type(of: function) else { return false }
    let symbol = program.symbols[function]
    let isInstanceMember = symbol.kind == .instanceMethod
    return isInstanceMember && program.symbols[type].definition != nil && program.symbols[type].kind != .protocol
  }

  private func canBeBuilt(_ function: SymbolID) -> Bool {
    guard let builtTypes = rules.builtTypes, let type = program.type(of: function),
      program.symbols[type].kind != .protocol, program.symbols[type].definition != nil
    else { return true }
    return builtTypes.contains(type) || reach.types[type] != nil
  }

  // MARK: - Instances

  /// Adds the initial values and the members of a type, and of its superclasses.
  private mutating func build(_ type: SymbolID, _ certainty: Certainty, in body: Body) {
    if let known = reach.types[type], known <= certainty { return }
    let isFirst = reach.types[type] == nil
    reach.types[type] = certainty
    for base in program.symbols[type].bases where program.symbols[base].kind == .class {
      build(base, certainty, in: body)
    }
    let supertypes = program.supertypes(of: type)
    for member in program.symbols[type].members where analysis.isStoredProperty(member) {
      follow(.declaration(member), certainty, from: body)
    }
    guard isFirst else { return }
    for member in supertypes.flatMap({ program.symbols[$0].members }) {
      if analysis.consumers[member] != nil, rules.members == .all {
        add(consumer: member, .lazy, in: .declaration(member))
      }
      if analysis.injectionTypes[member] == nil, rules.members == .all || isCalledFromOutside(member) {
        for code in [member] + program.symbols[member].accessors where analysis.consumers[code] == nil {
          follow(.declaration(code), .lazy, from: body)
        }
      }
    }
  }

  /// Whether a member implements a declaration outside the program, whose callers are unknown.
  private func isCalledFromOutside(_ member: SymbolID) -> Bool {
    let symbol = program.symbols[member]
    return symbol.kind == .deinitializer
      || symbol.overridden.contains { program.symbols[$0].definition == nil || isCalledFromOutside($0) }
  }

  /// Follows the calls that a declaration makes without a reference in the index.
  private mutating func visitImplicitCalls(of symbol: SymbolID, _ certainty: Certainty, in body: Body) {
    guard program.symbols[symbol].kind == .initializer, let type = program.type(of: symbol) else { return }
    for base in program.symbols[type].bases where program.symbols[base].kind == .class {
      build(base, certainty, in: body)
    }
    guard program.symbols[symbol].isImplicit else { return }
    for overridden in program.symbols[symbol].overridden { follow(.declaration(overridden), certainty, from: body) }
  }
}
