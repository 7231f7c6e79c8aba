/// The injections of a program, and the steps of its code.
final class Analysis {
  let program: Program

  /// The names of the symbols that belong to the library.
  let vial: [SymbolID: String]

  /// The types of the variables that hold injections, families or flows.
  let injectionTypes: [SymbolID: String]

  /// The wrapped properties, with the names of their wrappers.
  private(set) var consumers: [SymbolID: String] = [:]

  /// The publications by their variables.
  private(set) var publications: [SymbolID: Publication] = [:]
  private(set) var replacements: [Body: [Replacement]] = [:]
  private(set) var steps: [Body: [Step]] = [:]

  /// The flows that are created in computed properties.
  var computedFlows: [SymbolID] = []

  /// The injections that a variable without a publication can hold.
  private var aliases: [SymbolID: Set<SymbolID>] = [:]
  private var lazyVariables: Set<SymbolID> = []
  private var annotatedFiles: Set<Int> = []
  private var definitions: [Int: [SymbolID]] = [:]

  /// The modules that contain tests or helpers of tests.
  private let testModules: Set<String>

  init(_ program: Program, progress: Progress) {
    self.program = program
    var vial: [SymbolID: String] = [:]
    var types: [SymbolID: String] = [:]
    for (id, symbol) in program.symbols.enumerated() {
      vial[id] = symbol.vialName
      guard let file = symbol.definition?.file else { continue }
      types[id] = symbol.injectionType
      definitions[file, default: []].append(id)
    }
    (self.vial, injectionTypes) = (vial, types)
    testModules = Set(program.imports.filter { !$0.value.isDisjoint(with: ["XCTest", "Testing", "VialTesting"]) }.keys)
    let files = program.files.indices.filter { file in
      program.files[file].references.contains { vial[$0.symbol] != nil || types[$0.symbol] != nil }
    }
    for reference in files.lazy.flatMap({ program.files[$0].references }) {
      guard let name = vial[reference.symbol], name.hasSuffix("Instance.init"), let property = reference.container,
        program.symbols[property].isVariable
      else { continue }
      consumers[property] = String(name.dropLast(".init".count))
    }
    for file in files {
      progress.report("reading the sources: file \(file + 1) of \(program.files.count)")
      annotate(file)
    }
  }

  private func annotate(_ file: Int) {
    guard annotatedFiles.insert(file).inserted else { return }
    var annotator = Annotator(self, file)
    annotator.annotate()
    lazyVariables.formUnion(annotator.lazyVariables)
    steps.merge(annotator.steps) { $0 + $1 }
  }

  func add(_ publication: Publication, of variable: SymbolID) {
    publications[variable, default: publication].flows.formUnion(publication.flows)
    publications[variable]?.bodies += publication.bodies
  }

  func add(_ replacement: Replacement) { replacements[replacement.container, default: []].append(replacement) }

  /// Adds an injection that a variable can hold.
  func add(_ injection: SymbolID, to variable: SymbolID) { aliases[variable, default: []].insert(injection) }
}

// MARK: - Queries

extension Analysis {
  func isTest(_ location: Location) -> Bool { testModules.contains(program.files[location.file].module) }

  /// The symbols that a file defines.
  func definitions(in file: Int) -> [SymbolID] { definitions[file] ?? [] }

  /// The first type that a file defines after a location.
  func firstType(in file: Int, after location: Location) -> SymbolID? {
    let types = definitions(in: file).filter { program.symbols[$0].isType && !program.symbols[$0].isImplicit }
      .compactMap { type in program.symbols[type].definition.map { (type: type, location: $0) } }
    return types.filter { $0.location > location }.min { $0.location < $1.location }?.type
  }

  /// The publications that a variable can hold, by their variables.
  func publications(heldBy variable: SymbolID) -> [SymbolID] {
    closure(of: variable) { variable in
      publications[variable] != nil ? [] : (aliases[variable] ?? []).sorted() + program.symbols[variable].overriding
    }
    .filter { publications[$0] != nil }
  }

  /// The steps of a body, whose file is read if necessary.
  func steps(of body: Body) -> [Step] {
    if case .declaration(let symbol) = body, let file = program.symbols[symbol].definition?.file { annotate(file) }
    return steps[body] ?? []
  }

  /// Whether a variable is a stored property whose initial value runs when an instance is built.
  func isStoredProperty(_ variable: SymbolID) -> Bool {
    program.symbols[variable].kind == .property && consumers[variable] == nil && injectionTypes[variable] == nil
      && !isLazy(variable)
  }

  /// Whether a variable is declared with `lazy`.
  func isLazy(_ variable: SymbolID) -> Bool {
    if let file = program.symbols[variable].definition?.file { annotate(file) }
    return lazyVariables.contains(variable)
  }
}
