import VialGraphProgram

/// A walk along the steps of bodies to the bodies that they run, early and certain steps first.
struct Walk {
  /// The reason why code is followed.
  enum Purpose {
    /// It builds an instance. The factories of other injections are not a part of it, and all members of the types that it
    /// builds are reached later.
    case instance

    /// It is executed, with the factories of the injections and with some members of the types that it reaches.
    case execution(Replaced)

    /// It is executed. The conditions under which it reaches code do not matter.
    case reachability
  }

  /// The injections that the overrides of an execution replace, and the consumers to which its code assigns instances.
  ///
  /// Their own code does not certainly run.
  struct Replaced {
    var injections: Set<PublicationID> = []
    var consumers: Set<SymbolID> = []
  }

  let analysis: Analysis
  let purpose: Purpose
  private(set) var reached = ReachedBodies()
  var waiting = WaitingCalls()

  /// The consumers to which the code assigns instances.
  var assigned: Set<SymbolID> = []

  /// The injections that the visited code uses, in an execution.
  private var used: Set<PublicationID> = []

  /// The code of the replacements of other injections.
  private var replacements: [PublicationID: [(code: Body, moment: Moment, caller: Body)]] = [:]

  /// The properties whose initial values the arguments of memberwise initializers replace.
  var passed: Set<SymbolID> = []

  var program: Program { analysis.program }
  var replaced: Replaced? { if case .execution(let replaced) = purpose { replaced } else { nil } }
  var isExecution: Bool { if case .instance = purpose { false } else { true } }
  private var ignoresConditions: Bool { if case .reachability = purpose { true } else { false } }

  init(from starts: [(Body, Moment)], _ analysis: Analysis, _ purpose: Purpose) {
    self.analysis = analysis
    self.purpose = purpose
    for (body, moment) in starts {
      follow(body, moment, from: nil)
      if let type = body.type { followInstance(of: type, moment, from: nil) }
    }
    visitAll()
  }

  mutating func followWaitingCalls(of methods: [SymbolID]) {
    for method in methods { callWaiting(method) }
    visitAll()
  }

  /// The uses of injections by the bodies that are reached.
  var uses: InjectionUses {
    var uses = InjectionUses()
    for (body, moment) in reached.moments {
      for step in analysis.steps(of: body) {
        guard let use = step.use else { continue }
        let edge = edge(step, use, moment.then(step.moment), body)
        for publication in analysis.publications(heldBy: step.symbol) { uses.add(edge, of: publication) }
      }
    }
    return uses
  }

  mutating func follow(_ body: Body, _ moment: Moment, from caller: Body?) {
    reached.add(body, ignoresConditions ? moment.withoutConditions : moment, from: caller)
  }

  private mutating func visitAll() {
    while let (body, moment) = reached.next() {
      if let type = body.type { followMembers(of: type, moment) }
      for step in analysis.steps(of: body) { visit(step, moment.then(step.moment), in: body) }
    }
  }

  private mutating func visit(_ step: Step, _ moment: Moment, in body: Body) {
    switch step.action {
    case .use(let use):
      if isExecution, use.needsInstance { followFactories(step, use, moment, body) }
    case .replace(let replacement):
      if isExecution, let code = replacement.code { followReplacement(code, by: step, moment.then(.later)) }
    // A function that publishes for variables is a part of their code.
    case .publish(let code?):
      follow(code, analysis.factories.contains(code) ? moment.then(.later) : moment, from: body)
    case .publish(nil): break
    case .call(let labels, let isOfSelf, _):
      visitCall(step, labels, moment, in: body)
      if isOfSelf, let override = override(calledBy: step, in: body) {
        follow(.declaration(override), moment, from: body)
      }
    case .access(let canWrite): visitAccess(step, canWrite: canWrite, moment, in: body)
    case .name: visitName(step, moment, in: body)
    }
  }

  /// Follows the factories of the injections that a step uses.
  private mutating func followFactories(_ step: Step, _ use: Use, _ moment: Moment, _ body: Body) {
    let edge = edge(step, use, moment, body)
    for publication in analysis.publications(heldBy: step.symbol) {
      used.insert(publication)
      for replacement in replacements.removeValue(forKey: publication) ?? [] {
        follow(replacement.code, replacement.moment, from: replacement.caller)
      }
      guard let code = analysis.publications[publication].code else { continue }
      let isOverridden = replaced?.injections.contains(publication) == true
      follow(code, isOverridden ? edge.moment.then(.perhaps(at: step.location)) : edge.moment, from: body)
    }
  }

  /// Follows the code of a replacement, which runs instead of a factory if code uses the injection.
  private mutating func followReplacement(_ code: Body, by step: Step, _ moment: Moment) {
    let publications = analysis.publications(heldBy: step.symbol)
    if publications.isEmpty || ignoresConditions || !used.isDisjoint(with: publications) {
      return follow(code, moment, from: step.body)
    }
    for publication in publications { replacements[publication, default: []].append((code, moment, step.body)) }
  }

  /// The use of injections by a step of a body.
  private func edge(_ step: Step, _ use: Use, _ moment: Moment, _ body: Body) -> Reach.Edge {
    let consumer = analysis.consumer(of: step)
    var moment = moment.then(analysis.momentOfUse(by: step))
    if case .consume(_, let property) = use, consumer == nil || property != nil { moment = moment.then(.later) }
    // A method that is called later can be the first one that reads a consumer.
    if consumer != nil, !moment.isNow { moment = moment.atFirstRead }
    return Reach.Edge(
      moment: moment,
      use: use,
      variable: step.symbol,
      body: body,
      location: step.location,
      consumer: consumer
    )
  }
}
