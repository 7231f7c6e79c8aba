import Vial

/// Two published injections, of which the second one resolves the first one.
struct InjectionPair: CustomStringConvertible {
  let first: Lifetime
  let second: Lifetime
  var isRequired = false
  var isObject = true

  var description: String {
    "\(isRequired ? "required, " : "")\(isObject ? "" : "values, ")\(first), \(second)"
  }

  /// Each strategy for both injections, for one that a singleton resolves and is required, for one that resolves a singleton; and values.
  static let all: [InjectionPair] = {
    let others: [Lifetime] = [.onDemand, .shared, .flow(0), .cached(clock: 0, flow: nil), .uses(1)]
    var pairs = [InjectionPair(first: .singleton, second: .singleton)]
    for lifetime in others {
      pairs.append(InjectionPair(first: lifetime, second: lifetime))
      pairs.append(InjectionPair(first: .singleton, second: lifetime))
    }
    for lifetime in [.singleton] + others {
      pairs.append(InjectionPair(first: lifetime, second: .singleton, isRequired: true))
    }
    pairs.append(InjectionPair(first: .shared, second: .shared, isObject: false))
    pairs.append(InjectionPair(first: .flow(0), second: .flow(0), isObject: false))
    // A scope forgets flows later, and each operation checks the lists of all flows, so the pairs with flows are last.
    return pairs.filter { !$0.hasFlow } + pairs.filter(\.hasFlow)
  }()

  var hasFlow: Bool { has { $0.flow != nil } }

  var published: PublishedInjections {
    PublishedInjections([
      target(first, kind: isRequired ? .required : .plain, number: 0, dependencies: []),
      target(second, kind: .plain, number: 1, dependencies: [0]),
    ])
  }

  private func target(_ lifetime: Lifetime, kind: Target.Kind, number: Int, dependencies: [Int]) -> Target {
    Target(
      kind: kind,
      dependencyLimit: number,
      lifetime: lifetime,
      factory: factory(.build, dependencies),
      hasReleaseAction: lifetime.ownsInstances
    )
  }

  func factory(_ kind: Factory.Kind, _ dependencies: [Int] = []) -> Factory {
    Factory(id: 0, kind: kind, isObject: isObject, dependencies: dependencies, scopeKind: nil, script: nil)
  }

  /// Whether one of the strategies has this property.
  func has(_ property: (Lifetime) -> Bool) -> Bool { property(first) || property(second) }
}

/// All programs of a number of operations on a pair of injections, each performed once with new injections.
///
/// After each operation, everything that `InjectionsUnderTest.difference()` compares is as the reference model predicts.
/// Scopes and consumers are numbered in the order in which they are opened and created, so programs that differ only in their
/// names are one program. At most two scopes are opened and one consumer is created. An operation without an object, such as
/// a rollback without an override, is left out.
@MainActor struct ShortPrograms {
  let pair: InjectionPair
  let length: Int

  /// The index of each operation of the next program among the operations that are possible at that point.
  private var path: [Int]

  /// The number of possible operations at each point of the last program.
  private var widths: [Int]

  /// Begins with the program of the given path, or with the first one.
  init(_ pair: InjectionPair, length: Int, from path: [Int]? = nil) {
    self.pair = pair
    self.length = length
    self.path = path ?? Array(repeating: 0, count: length)
    widths = Array(repeating: 0, count: length)
  }

  /// The result of performing programs.
  enum Outcome {
    case passed(programs: Int)
    case failed(String)
  }

  /// Performs this program and all that follow, until one differs from the reference model.
  ///
  /// - Parameter willPerform: Receives the path of each program before it is performed.
  /// - Returns: The number of programs, or the failure of the last one.
  mutating func run(willPerform: ([Int]) -> Void) -> Outcome {
    var count = 0
    repeat {
      count += 1
      willPerform(path)
      if let failure = performProgram() { return .failed("\(pair): \(failure)") }
    } while advance()
    return .passed(programs: count)
  }

  /// Moves to the next program; returns `false` after the last one.
  private mutating func advance() -> Bool {
    for index in path.indices.reversed() {
      path[index] += 1
      if path[index] < widths[index] { return true }
      path[index] = 0
    }
    return false
  }

  private mutating func performProgram() -> String? {
    let published = pair.published
    let model = ReferenceModel(published)
    let underTest = InjectionsUnderTest(published, model)
    if pair.isRequired { perform(.provide(0, pair.factory(.build), pair.first), in: 0, model, underTest) }
    var difference = underTest.difference()
    for index in path.indices where difference == nil {
      let operations = operations(model)
      widths[index] = operations.count
      let (action, scope) = operations[path[index]]
      perform(action, in: scope, model, underTest)
      difference = underTest.difference()
    }
    if difference == nil { difference = underTest.differenceAfterReleasingEverything() }
    underTest.tearDown()
    if difference == nil { difference = underTest.differenceAfterTearDown() }
    return difference.map { "\($0)\n\(model.lines.joined(separator: "\n"))" }
  }

  private func perform(_ action: Action, in scope: Int, _ model: ReferenceModel, _ underTest: InjectionsUnderTest) {
    model.step(action, in: scope, OperationConstraints(kinds: [], targetLimit: 2))
    underTest.replayNextEntry()
  }

  // MARK: The possible operations

  private func operations(_ model: ReferenceModel) -> [(Action, scope: Int)] {
    let scopes = model.scopes.indices.filter { model.scopes[$0].isReachable }
    var operations: [(Action, scope: Int)] = []
    for scope in scopes {
      for action in actions(in: scope, model) { operations.append((action, scope)) }
    }
    for action in actionsOutside(model) { operations.append((action, 0)) }
    return operations
  }

  private func actions(in scope: Int, _ model: ReferenceModel) -> [Action] {
    var actions: [Action] = []
    if canResolve(in: scope, model) { actions += [.resolve(0), .resolve(1)] }
    if model.consumers.isEmpty {
      actions.append(.createConsumer(1, .instance))
      actions.append(.createConsumer(0, .weakInstance))
      actions.append(.createConsumer(1, .dynamicInstance))
    }
    actions.append(.addOverride(0, pair.factory(.build), nil))
    actions.append(.addOverride(1, pair.factory(.decorate), nil))
    var overrideCount = 0
    for subject in 0...1 {
      let count = model.overridesBySubject[subject].count { model.providers[$0].scope == scope }
      if count > 0 { actions.append(.rollBack(subject)) }
      overrideCount += count
    }
    if overrideCount > 1 { actions.append(.rollBackEverything) }
    actions += [.clear(0), .clear(1)]
    if pair.hasFlow { actions.append(.clearFlow(0)) }
    if pair.isRequired { actions.append(.provide(0, pair.factory(.build), pair.first)) }
    if model.scopes.count < 3 {
      let number = model.scopes.count
      let kinds: [ScopeKind] = [
        .application(.inheriting), .application(.fresh), .application(.isolated), .test(nil),
      ]
      for kind in kinds { actions.append(.openScope(number, kind)) }
    }
    return actions
  }

  /// The operations whose effect does not depend on the current scope.
  private func actionsOutside(_ model: ReferenceModel) -> [Action] {
    var actions: [Action] = []
    for scope in model.scopes.indices.dropFirst() where model.scopes[scope].isRetained {
      if !model.scopes[scope].hasEnded { actions.append(.endScope(scope)) }
      actions.append(.releaseScope(scope, onOtherThread: false))
    }
    for (index, provider) in model.provisions.enumerated() where model.providers[provider].isInForce {
      actions.append(.withdraw(index))
    }
    if pair.has({ if case .cached = $0 { true } else { false } }) { actions.append(.expire(0)) }
    for (number, consumer) in model.consumers {
      if canResolve(in: consumer.scope, model) { actions.append(.read(number)) }
      actions += [.assign(number, isObject: true), .reset(number), .dropConsumer(number, onOtherThread: true)]
    }
    return actions
  }

  /// Whether the first injection has an implementation, without which a resolve stops the program.
  private func canResolve(in scope: Int, _ model: ReferenceModel) -> Bool {
    let first = model.providerChain(0, in: scope)[0]
    return !pair.isRequired || first != 0
  }
}
