/// The injections of a program, and the steps of its code.
final class Analysis {
  let program: Program

  /// The names of the symbols that belong to the library.
  private(set) var vial: [SymbolID: String] = [:]

  /// The types of the variables that hold injections, families or flows.
  private(set) var injectionTypes: [SymbolID: String] = [:]

  /// The wrapped properties, with the names of their wrappers.
  private(set) var consumers: [SymbolID: String] = [:]

  /// The modules that contain tests or helpers of tests.
  let testModules: Set<String>

  /// The publications by their variables.
  var publications: [SymbolID: Publication] = [:]
  var replacements: [Body: [Replacement]] = [:]
  private(set) var steps: [Body: [Step]] = [:]

  /// The flows that are created in computed properties.
  var computedFlows: [SymbolID] = []

  /// The injections that a variable without a publication can hold.
  var aliases: [SymbolID: Set<SymbolID>] = [:]
  private var annotatedFiles: Set<Int> = []
  private var definitions: [Int: [SymbolID]] = [:]

  init(_ program: Program, progress: Progress) {
    self.program = program
    testModules = Set(program.imports.filter { !$0.value.isDisjoint(with: ["XCTest", "Testing", "VialTesting"]) }.keys)
    for (id, symbol) in program.symbols.enumerated() {
      vial[id] = symbol.vialName
      guard let file = symbol.definition?.file else { continue }
      injectionTypes[id] = symbol.injectionType
      definitions[file, default: []].append(id)
    }
    var files: [Int] = []
    for (number, file) in program.files.enumerated() {
      let references = file.references.filter { vial[$0.symbol] != nil || injectionTypes[$0.symbol] != nil }
      if !references.isEmpty { files.append(number) }
      for reference in references where vial[reference.symbol]?.hasSuffix("Instance.init") == true {
        guard let property = reference.container, program[property].isVariable else { continue }
        consumers[property] = vial[reference.symbol].map { String($0.dropLast(".init".count)) }
      }
    }
    for (index, file) in files.enumerated() {
      progress.report("reading the sources: \(index + 1) of \(files.count) files")
      annotate(file)
    }
  }

  private func annotate(_ file: Int) {
    guard annotatedFiles.insert(file).inserted else { return }
    var annotator = Annotator(self, file)
    annotator.annotate()
    steps.merge(annotator.steps) { $0 + $1 }
  }
}

// MARK: - Queries

extension Analysis {
  var allReplacements: [Replacement] { replacements.values.joined().sorted { $0.location < $1.location } }

  func isTest(_ location: Location) -> Bool { testModules.contains(program.files[location.file].module) }

  /// The symbols that a file defines.
  func definitions(in file: Int) -> [SymbolID] { definitions[file] ?? [] }

  /// The first type that is defined after a location in the same file.
  func firstType(after location: Location) -> SymbolID? {
    let types = definitions(in: location.file).filter { program[$0].isType && !program[$0].isImplicit }
    let later = types.compactMap { type in program[type].definition.map { (type: type, location: $0) } }
    return later.filter { $0.location > location }.min { $0.location < $1.location }?.type
  }

  /// The publications that a variable can hold, by their variables.
  func publications(heldBy variable: SymbolID) -> [SymbolID] {
    let variables = closure(of: variable) { variable in
      publications[variable] != nil ? [] : (aliases[variable] ?? []).sorted() + program[variable].overriding
    }
    return variables.filter { publications[$0] != nil }
  }

  /// The steps of a body, whose file is read if necessary.
  func steps(of body: Body) -> [Step] {
    if case .declaration(let symbol) = body, let file = program[symbol].definition?.file { annotate(file) }
    return steps[body] ?? []
  }

  /// Whether a variable is a stored property whose initial value runs when an instance is built.
  func isStoredProperty(_ variable: SymbolID) -> Bool {
    program[variable].kind == .property && consumers[variable] == nil && injectionTypes[variable] == nil
  }
}
