import VialGraphProgram

/// A parameter of a function, by its label, or by `_1`, `_2` and so on without a label.
struct Parameter: Hashable {
  let function: SymbolID
  let label: String

  /// A use of the value of a parameter by the code of the function.
  enum Use {
    /// Resolves the injection that the parameter gets.
    case resolve(Moment, retainsInstance: Bool)

    /// Uses another member of the injection, such as `isProvided`.
    case inspect

    /// Creates a consumer of the injection.
    case consume(LibraryMember.Wrapper)

    /// Passes the value to another function.
    case pass(to: Parameter, Moment)

    /// Assigns the value to a property.
    case assign(to: SymbolID)

    /// Publishes an injection, of which the value is the factory.
    case publish

    /// Calls the closure that the parameter gets.
    case call(Moment)

    /// Uses a member of the value, or assigns the value to a weak property, and so keeps nothing.
    case read
    case other

    /// Whether the function keeps nothing of an instance.
    var keepsNothing: Bool {
      switch self {
      case .read: true
      case .call(let moment): moment.isNow
      case .resolve, .inspect, .consume, .pass, .assign, .publish, .other: false
      }
    }
  }
}

/// The uses of parameters by the functions of a file.
struct ParametersOfFile {
  /// The uses of the parameters whose functions are called as they are written, not overridden.
  var uses: [Parameter: [Parameter.Use]] = [:]

  /// The properties that do not retain their instances.
  var weakProperties: Set<SymbolID> = []

  /// The properties that hold injections, which the getter of `wrappedValue` resolves.
  var propertiesOfWrappedValues: Set<SymbolID> = []

  /// The properties with property wrappers that the application declares, and the types of these wrappers.
  var wrappedProperties: [SymbolID: SymbolID] = [:]
}

/// The uses of parameters by the functions of a program.
struct Parameters {
  /// The effect of a function on the injection that a parameter gets.
  enum Effect {
    case resolves(Moment, retainsInstance: Bool)

    /// The function uses no instance.
    case inspects
    case unknown
  }

  /// The functions of the standard library that only describe or check their arguments.
  private static let printing: Set = ["print", "debugPrint", "dump", "assert", "precondition"]

  private let program: Program
  private var facts = ParametersOfFile()

  init(_ program: Program) { self.program = program }

  mutating func add(_ file: ParametersOfFile) {
    facts.uses.merge(file.uses) { $0 + $1 }
    facts.weakProperties.formUnion(file.weakProperties)
    facts.propertiesOfWrappedValues.formUnion(file.propertiesOfWrappedValues)
    facts.wrappedProperties.merge(file.wrappedProperties) { first, _ in first }
  }

  /// Whether a function keeps nothing of the instance that a parameter gets.
  func keepsNothing(_ parameter: Parameter) -> Bool {
    let function = program[parameter.function]
    if function.usr.hasPrefix("s:s"), Self.printing.contains(function.baseName) { return true }
    if !function.isImplicit {
      return facts.uses[parameter]?.allSatisfy(\.keepsNothing) ?? false
    }
    // A memberwise initializer has a parameter for each property.
    let members = program.enclosingType(of: parameter.function).map { program[$0].members } ?? []
    return members.contains { program[$0].name == parameter.label && facts.weakProperties.contains($0) }
  }

  /// Whether a property does not retain its instance.
  func isWeak(_ property: SymbolID) -> Bool { facts.weakProperties.contains(property) }

  /// The effect of a function, perhaps with other functions, on the injection that a parameter gets.
  func effect(of parameter: Parameter) -> Effect { effect(of: parameter, apartFrom: []) }

  private func effect(of parameter: Parameter, apartFrom known: Set<Parameter>) -> Effect {
    guard let uses = facts.uses[parameter], !known.contains(parameter) else { return .unknown }
    var resolved: (moment: Moment, retainsInstance: Bool)?
    var isKnown = true
    for use in uses {
      var effect = Effect.unknown
      switch use {
      case .resolve(let moment, let retainsInstance): effect = .resolves(moment, retainsInstance: retainsInstance)
      case .inspect: effect = .inspects
      case .pass(let other, let moment):
        effect = self.effect(of: other, apartFrom: known.union([parameter]))
        if case .resolves(let inner, let retainsInstance) = effect {
          effect = .resolves(moment.then(inner), retainsInstance: retainsInstance)
        }
      case .consume, .assign, .publish, .call, .read, .other: break
      }
      switch effect {
      case .resolves(let moment, let retainsInstance):
        resolved = (resolved?.moment.or(moment) ?? moment, retainsInstance || resolved?.retainsInstance == true)
      case .inspects: break
      case .unknown: isKnown = false
      }
    }
    if let resolved { return .resolves(resolved.moment, retainsInstance: resolved.retainsInstance) }
    return isKnown ? .inspects : .unknown
  }

  /// The functions that publish an injection with a factory that they get.
  var publishingFunctions: Set<SymbolID> {
    let published = facts.uses.filter { $0.value.contains { if case .publish = $0 { true } else { false } } }
    return Set(published.map(\.key.function))
  }

  /// The functions that perhaps do not call a closure that they get, because a branch decides.
  var conditionallyCallingFunctions: Set<SymbolID> {
    let conditional = facts.uses.filter { _, uses in
      let calls = uses.compactMap { if case .call(let moment) = $0 { moment } else { nil } }
      return calls.dropFirst().reduce(calls.first) { $0?.or($1) }?.isCertain == false
    }
    return Set(conditional.map(\.key.function))
  }

  /// The properties whose wrappers are consumers: a wrapper that creates a consumer of the injection that its initializer
  /// gets, or that resolves the injection at each read.
  var consumers: [SymbolID: LibraryMember.Wrapper] {
    var wrappers: [SymbolID: LibraryMember.Wrapper] = [:]
    for (parameter, uses) in facts.uses where program[parameter.function].kind == .initializer {
      guard let type = program.enclosingType(of: parameter.function) else { continue }
      for use in uses {
        switch use {
        case .consume(let wrapper): wrappers[type] = wrapper
        case .assign(let property) where facts.propertiesOfWrappedValues.contains(property):
          wrappers[type] = .dynamicInstance
        default: break
        }
      }
    }
    return facts.wrappedProperties.compactMapValues { wrappers[$0] }
  }

  /// The names of the wrappers that the application declares, by the wrapped properties.
  var namesOfWrappers: [SymbolID: String] { facts.wrappedProperties.mapValues { program[$0].name } }
}
