import Foundation
import VialGraphProgram

/// The position of a publication in `Analysis.publications`.
typealias PublicationID = Int

/// The facts of all files of a program.
final class Analysis {
  let program: Program
  let vocabulary: Vocabulary

  /// The facts of each file of `Program.files`.
  let files: [FileFacts]

  /// The facts of all files.
  private let facts: FileFacts

  /// Reads the files of a program: first what functions do with their parameters, then what code does.
  init(_ program: Program, progress: Console, contents: (String) -> Data) {
    program.findScripts(contents: contents)
    let vocabulary = Vocabulary(program)
    let indexed = program.files.enumerated().map { number, file in
      progress.report("reading the sources: \(number + 1) of \(program.files.count) files")
      return IndexedFile(number, in: program, vocabulary, text: contents(file.path))
    }
    var parameters = Parameters(program)
    for file in indexed { parameters.add(file.parameters) }
    let known = vocabulary.adding(parameters)
    self.program = program
    self.vocabulary = known
    files = indexed.map { FactReader($0, known, parameters).facts }
    facts = files.reduce(into: FileFacts()) { $0.add($1) }
  }

  /// The modules that contain tests or helpers of tests.
  private(set) lazy var testModules = Set(
    program.imports.filter { !$0.value.isDisjoint(with: ["XCTest", "Testing", "VialTesting"]) }.keys
  )

  private(set) lazy var steps: [Body: [Step]] = {
    var steps = facts.steps
    // Code that handles an error of a function runs although the steps after the error do not.
    for (body, handling) in handlingOfErrors(steps) {
      steps[body] = steps[body]?.map { step in
        if step.errors.isEmpty { return step }
        let doubts = if case .isCaught(let doubt) = handling { [doubt] } else { step.errors }
        var step = step
        step.moment = Moment(.build, doubts).then(step.moment)
        return step
      }
    }
    return steps
  }()

  /// The functions whose errors the application handles, and the functions from which these errors come.
  ///
  /// If several calls of a function handle its errors, they are not related to one `catch`.
  private func handlingOfErrors(_ steps: [Body: [Step]]) -> [Body: ErrorHandling] {
    let calls = steps.values.joined().filter { step in
      step.errorHandling != .propagates && !isTest(step.location) && program[step.symbol].throwsErrors
    }
    return calls.reduce(into: [:]) { result, call in
      let functions = reachable(from: call.symbol) { function in
        (steps[.declaration(function)] ?? []).map(\.symbol).filter { program[$0].throwsErrors }
      }
      for function in functions {
        let known = result[.declaration(function)] ?? call.errorHandling
        result[.declaration(function)] = known == call.errorHandling ? known : .isIgnored
      }
    }
  }

  /// The labels of the parameters whose default arguments can resolve injections, by their functions.
  var defaultArguments: [SymbolID: Set<String>] { facts.defaultArguments }

  /// The initializers that code can call without arguments.
  var initializersWithoutArguments: Set<SymbolID> { facts.initializersWithoutArguments }

  /// The injections whose instances constants of top-level code have.
  var instances: [SymbolID: SymbolID] { facts.instances }

  /// The overrides, provided implementations and permissions in the order of the sources.
  private(set) lazy var replacements = steps.values.joined().filter { $0.replacement != nil }
    .sorted { $0.location < $1.location }

  /// The code that overrides or provides an injection that it gets from other code.
  var providers: Set<Body> { facts.providers }

  /// The instances and the objects that the application assigns to variables to which no code assigns another value.
  private lazy var assignments: [Assignment] = {
    facts.assignments.filter { !facts.otherwiseAssigned.contains($0.variable) && !isTest($0.location) }
  }()
  private(set) lazy var assignmentsByVariable = Dictionary(grouping: assignments, by: \.variable)
  private(set) lazy var assignmentsByLocation = Dictionary(grouping: assignments, by: \.location)

  /// The own and the inherited members of each class that subclasses override, without the members that the class overrides.
  private(set) lazy var overriddenMembers: [SymbolID: [SymbolID]] = {
    let classes = program.symbols.indices.filter { program[$0].kind == .class && program[$0].definition != nil }
    return classes.reduce(into: [:]) { result, type in
      let inherited = program.supertypes(of: type).filter { program[$0].kind == .class }.flatMap { program[$0].members }
      let members = inherited.filter { !program[$0].overriding.isEmpty && !program.isOverridden($0, in: type) }
      if !members.isEmpty { result[type] = members }
    }
  }()

  /// The types with the attribute `@main`.
  private(set) lazy var mainTypes = Set(files.compactMap(\.mainType))

  /// The types of the instances whose consumers code resets, by the consumers, or `nil` for instances of any type.
  var resetConsumers: [SymbolID: Set<SymbolID?>] { facts.resetConsumers }

  /// The consumers to which each initializer of their types assigns instances first, so no read resolves their injections.
  private(set) lazy var assignedConsumers: Set<SymbolID> = {
    let assigned = facts.assignedConsumers
    return Set(assigned.values.joined()).filter { consumer in
      let type = program.enclosingType(of: consumer)
      let initializers = type.map { program[$0].members.filter { program[$0].kind == .initializer } } ?? []
      return resetConsumers[consumer] == nil
        && initializers.allSatisfy { initializer in
          assigned[initializer]?.contains(consumer) == true || isDelegating(initializer)
        }
    }
  }()

  /// The code of the publications.
  private(set) lazy var factories = Set(publications.compactMap(\.code))

  /// The steps of the application that refer to each function, type or variable.
  private lazy var references = Dictionary(
    grouping: steps.values.joined().filter { $0.isReference && !isTest($0.location) },
    by: \.symbol
  )

  /// The publications of the application, without the publications of tests.
  private(set) lazy var application = publications.indices.filter { !isTest(publications[$0].location) }

  /// The required injections of the application.
  private(set) lazy var required = application.filter { publications[$0].lifetime.strategy == .required }

  /// The publications in the order of the sources.
  ///
  /// A function that only the initial values of variables call publishes for these variables.
  private(set) lazy var publications: [Publication] = {
    let owners = Set(facts.publications.map(\.declaration))
    let calls = Dictionary(grouping: steps.values.joined(), by: \.symbol)
    return facts.publications.flatMap { publication -> [Publication] in
      let callers = publication.isRepeated ? publication.declaration.flatMap { calls[$0] } ?? [] : []
      let variables = callers.compactMap { call in
        call.body.declaration.map { (variable: $0, location: call.location) }
      }.filter { vocabulary.holdsInjections($0.variable) && !owners.contains($0.variable) }
      if variables.isEmpty || variables.count < callers.count { return [publication] }
      return Dictionary(variables) { first, _ in first }.sorted { $0.key < $1.key }.map { variable, location in
        var own = publication
        own.location = location
        own.locationInFunction = publication.location
        own.owner = .variable(variable)
        own.code = .declaration(variable)
        return own
      }
    }
  }()

  /// The publications that each variable can hold: its own, otherwise the publications of its aliases and overrides.
  private lazy var publicationsByVariable: [SymbolID: [PublicationID]] = {
    vocabulary.heldTypes.keys.reduce(into: [:]) { result, variable in
      result[variable] = publications(heldBy: variable, passedBy: { _ in true })
    }
  }()
  private lazy var publicationsByDeclaration = Dictionary(grouping: publications.indices) {
    publications[$0].declaration
  }

  private lazy var replacementsByPublication: [PublicationID: [Step]] = replacements.reduce(into: [:]) { result, step in
    for publication in publications(heldBy: step.symbol) { result[publication, default: []].append(step) }
  }

  /// Names that identify the publications, also if the sources change.
  private(set) lazy var identities: [Identity] = {
    var counts: [String: Int] = [:]
    return publications.map { publication in
      let file = program.files[publication.location.file]
      let name = publication.declaration.map(program.id) ?? "\(file.module)/\(file.name)"
      counts[name, default: 0] += 1
      return counts[name] == 1 ? name : "\(name)#\(counts[name] ?? 1)"
    }
  }()

  /// The names of the publications in messages, with the module where two publications have one name.
  private(set) lazy var names: [String] = {
    let short = publications.map { publication in
      publication.declaration.map(program.qualifiedName) ?? program.files[publication.location.file].name
    }
    let uses = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(short, identities).map { uses[$0] == 1 ? $0 : $1 }
  }()
}

// MARK: - Queries

extension Analysis {
  func isTest(_ location: Location) -> Bool { testModules.contains(program.files[location.file].module) }

  /// The publications that a variable can hold.
  func publications(heldBy variable: SymbolID) -> [PublicationID] { publicationsByVariable[variable] ?? [] }

  /// The publications that a variable can hold if only some code assigns and passes injections.
  func publications(heldBy variable: SymbolID, passedBy isReached: (Body) -> Bool) -> [PublicationID] {
    let others = reachable(from: variable) { variable in
      if publicationsByDeclaration[variable] != nil { return [] }
      // The initial value of a variable belongs to the variable.
      let found = facts.aliases[variable, default: []].filter { $0.body.declaration == variable || isReached($0.body) }
      return found.map(\.injection) + program[variable].overriding
    }
    return others.flatMap { publicationsByDeclaration[$0] ?? [] }
  }

  /// The overrides, provided implementations and permissions of a publication.
  func replacements(of publication: PublicationID) -> [Step] { replacementsByPublication[publication] ?? [] }

  /// The implementations that the application provides for a publication.
  func provisions(of publication: PublicationID) -> [Step] {
    replacements(of: publication).filter { $0.replacement?.isProvision == true && !isTest($0.location) }
  }

  /// The overrides of a publication that the application makes.
  func overrides(of publication: PublicationID) -> [Step] {
    replacements(of: publication).filter { $0.replacement?.isOverride == true && !isTest($0.location) }
  }

  /// How long a publication keeps the instances of a replacement, or of its factory if the replacement is `nil`.
  func lifetime(of publication: PublicationID, with replacement: Step?) -> Lifetime {
    replacement?.replacement?.implementation?.lifetime ?? publications[publication].lifetime
  }

  func steps(of body: Body) -> [Step] { steps[body] ?? [] }

  /// When a step uses one of the injections that its symbol holds, seen from the code at the step.
  func momentOfUse(by step: Step) -> Moment {
    if publications(heldBy: step.symbol).count > 1 { return .ofOneImplementation(at: step.location) }
    // The code that gets the injection perhaps resolves it.
    return step.use?.isPass == true ? .perhaps(at: step.location) : .now
  }

  /// Whether a function overrides or provides an injection that it gets, perhaps with other functions.
  func provides(_ function: SymbolID) -> Bool {
    !providers.isDisjoint(with: reachable(from: Body.declaration(function), functions(namedIn:)))
  }

  /// Whether a function calls itself, perhaps through other functions.
  func isRecursive(_ body: Body) -> Bool {
    reachable(from: functions(namedIn: body), functions(namedIn:)).contains(body)
  }

  private func functions(namedIn body: Body) -> [Body] {
    steps(of: body).filter { program[$0.symbol].isFunction }.map { .declaration($0.symbol) }
  }

  /// The type of the injection or the family that a publication creates.
  func heldType(of publication: PublicationID) -> HeldType? {
    publications[publication].declaration.flatMap { vocabulary.heldTypes[$0] }
  }

  /// Whether a stored property keeps an instance, because its initial value resolves an injection.
  func resolvesOnce(_ property: SymbolID) -> Bool {
    let initial = isStoredProperty(property) ? steps(of: .declaration(property)) : []
    return initial.contains { $0.use?.resolution?.retainsInstance == true && $0.moment.isNow }
      || keepsInstanceLazily(property)
  }

  /// Whether each call of a function in the application passes an argument, so that the default argument is never evaluated.
  func isAlwaysPassed(_ label: String, to function: SymbolID) -> Bool {
    let calls = references[function] ?? []
    return !calls.isEmpty && calls.allSatisfy { $0.labels.contains(label) }
  }

  /// Whether each call of a memberwise initializer in the application passes the value of a stored property.
  func isAlwaysReplaced(_ property: SymbolID) -> Bool {
    let members = program.enclosingType(of: property).map { program[$0].members } ?? []
    let called = members.filter { program[$0].kind == .initializer && references[$0] != nil }
    return !called.isEmpty
      && called.allSatisfy { program[$0].isImplicit && isAlwaysPassed(program[property].name, to: $0) }
  }

  /// Whether a step creates an instance of the type of its symbol: with an initializer, or with a function or a getter of the
  /// type that calls one.
  func creates(_ step: Step) -> Bool {
    let symbol = program[step.symbol]
    if symbol.isType || symbol.kind == .initializer { return true }
    let type = program.enclosingType(of: step.symbol)
    let code = symbol.isFunction ? [step.symbol] : symbol.accessors.filter { program[$0].isGetter }
    return code.contains { callsInitializer(in: $0, of: type) }
  }

  /// Whether the code of a function or an accessor calls an initializer of a type.
  private func callsInitializer(in code: SymbolID, of type: SymbolID?) -> Bool {
    steps(of: .declaration(code)).contains { call in
      program[call.symbol].kind == .initializer && program.enclosingType(of: call.symbol) == type
    }
  }

  /// The bodies of the application that create instances of a type.
  func creators(of type: SymbolID) -> [Body] {
    let initializers = program[type].members.filter { program[$0].kind == .initializer }
    return ([type] + initializers).flatMap { references[$0] ?? [] }.map(\.body)
  }

  /// Whether an initializer calls another initializer of its type.
  func isDelegating(_ initializer: SymbolID) -> Bool {
    callsInitializer(in: initializer, of: program.enclosingType(of: initializer))
  }

  /// Whether the initial value of a `lazy` property keeps an instance that it resolves.
  func keepsInstanceLazily(_ property: SymbolID) -> Bool {
    let getters = program[property].accessors.filter { program[$0].isGetter }
    return getters.flatMap { steps(of: .declaration($0)) }.contains { step in
      step.use?.resolution.map { $0.lazyProperty == property && $0.retainsInstance } ?? false
    }
  }

  /// Whether a variable is a stored property whose initial value runs when an instance is built.
  func isStoredProperty(_ variable: SymbolID) -> Bool {
    program[variable].kind == .instanceProperty && vocabulary.consumers[variable] == nil
      && vocabulary.heldTypes[variable] == nil
  }

  /// The property whose consumer the code of a step creates.
  func consumer(of step: Step) -> SymbolID? {
    switch step.use {
    case .resolve(let resolution): if let property = resolution.lazyProperty { return property }
    case .consume(_, let property?): return property
    case .consume(_, nil), .pass, .inspect, .require, .guarding, nil: break
    }
    let variable = step.body.declaration.map { program[$0].accessedVariable ?? $0 }
    return variable.flatMap { vocabulary.consumers[$0] == nil ? nil : $0 }
  }

  /// The name of the type that contains a body, otherwise of the declaration.
  func name(of body: Body) -> String? {
    switch body {
    case .declaration(let symbol), .defaultArgument(let symbol, _):
      // A variable that only renames an injection does not use the injection.
      let variable = program[symbol].accessedVariable ?? symbol
      if vocabulary.heldTypes[variable] != nil, !factories.contains(body) { return nil }
      let type = program.enclosingType(of: symbol).flatMap { program[$0].definition == nil ? nil : $0 }
      return program.qualifiedName(of: type ?? symbol)
    case .part(nil, let location): return name(of: .topLevel(file: location.file))
    case .part(let symbol?, _), .type(let symbol): return program.qualifiedName(of: symbol)
    case .topLevel(let file): return "\(program.files[file].module)/\(program.files[file].name)"
    }
  }
}
