import Foundation

/// The position of a publication in `Analysis.publications`.
typealias PublicationID = Int

/// The facts of all files of a program.
final class Analysis {
  let program: Program
  let vocabulary: Vocabulary

  /// The modules that contain tests or helpers of tests.
  let testModules: Set<String>

  /// The publications in the order of the sources.
  let publications: [Publication]

  /// The overrides, provided implementations and permissions in the order of the sources.
  let replacements: [Replacement]

  /// The flows that are created in computed properties.
  let computedFlows: [SymbolID]

  /// The types with the attribute `@main`, by their files.
  let mainTypes: [Int: SymbolID]

  /// Names that identify the publications, also if the sources change.
  let identities: [String]

  /// The names of the publications in messages, with the module where two publications have one name.
  let names: [String]
  private let steps: [Body: [Step]]
  private let replacementsByBody: [Body: [Replacement]]
  private let publicationsByVariable: [SymbolID: [PublicationID]]
  private let replacementsByPublication: [PublicationID: [Replacement]]
  private let namesOfParts: [Body: String]

  /// Reads the files of a program, whose sources a closure returns.
  convenience init(_ program: Program, progress: Progress) {
    let vocabulary = Vocabulary(program)
    let files = program.files.indices.map { number in
      progress.report("reading the sources: \(number + 1) of \(program.files.count) files")
      let path = program.files[number].path
      // The index has wrong lines of a file that changed, so each step in it is possible only.
      let text = program.changedFiles.contains(path) ? Data() : program.contents(of: path)
      return FileFacts(number, in: program, vocabulary, text: text)
    }
    self.init(program, vocabulary, files)
  }

  /// Merges the facts of the files of a program.
  init(_ program: Program, _ vocabulary: Vocabulary, _ files: [FileFacts]) {
    (self.program, self.vocabulary) = (program, vocabulary)
    testModules = Set(program.imports.filter { !$0.value.isDisjoint(with: ["XCTest", "Testing", "VialTesting"]) }.keys)
    let publications = files.flatMap(\.publications).sorted { $0.location < $1.location }
    let replacements = files.flatMap(\.replacements).sorted { $0.location < $1.location }
    (self.publications, self.replacements) = (publications, replacements)
    computedFlows = files.flatMap(\.computedFlows)
    mainTypes = Dictionary(
      uniqueKeysWithValues: files.enumerated().compactMap { file, facts in facts.mainType.map { (file, $0) } }
    )
    var steps: [Body: [Step]] = [:]
    var aliases: [SymbolID: Set<SymbolID>] = [:]
    for facts in files {
      steps.merge(facts.steps) { $0 + $1 }
      aliases.merge(facts.aliases) { $0.union($1) }
    }
    self.steps = steps
    replacementsByBody = Dictionary(grouping: replacements, by: \.container)

    let held = Self.publicationsByVariable(publications, aliases, program, vocabulary)
    publicationsByVariable = held
    var byPublication: [PublicationID: [Replacement]] = [:]
    for replacement in replacements {
      for publication in held[replacement.variable] ?? [] {
        byPublication[publication, default: []].append(replacement)
      }
    }
    replacementsByPublication = byPublication
    (identities, names) = Self.names(of: publications, program)

    var namesOfParts: [Body: String] = [:]
    for replacement in replacements {
      if let code = replacement.code {
        namesOfParts[code] = "the override at \(program.place(of: replacement.location))"
      }
    }
    for (publication, name) in zip(publications, names) {
      if case .part = publication.code, let code = publication.code { namesOfParts[code] = name }
    }
    self.namesOfParts = namesOfParts
  }

  /// Finds the publications that each variable can hold: its own, otherwise the publications of its aliases and overrides.
  private static func publicationsByVariable(
    _ publications: [Publication],
    _ aliases: [SymbolID: Set<SymbolID>],
    _ program: Program,
    _ vocabulary: Vocabulary
  ) -> [SymbolID: [PublicationID]] {
    let variables = publications.indices.filter { publications[$0].holder.variable != nil }
    let own = Dictionary(grouping: variables) { publications[$0].holder.variable ?? -1 }
    var held: [SymbolID: [PublicationID]] = [:]
    for variable in vocabulary.held.keys {
      let others = closure(of: variable) { variable in
        own[variable] != nil ? [] : (aliases[variable] ?? []).sorted() + program[variable].overriding
      }
      held[variable] = others.flatMap { own[$0] ?? [] }
    }
    return held
  }

  /// Returns the identities of publications, and their names in messages.
  private static func names(of publications: [Publication], _ program: Program) -> ([String], [String]) {
    let short = publications.map { publication in
      publication.holder.symbol.map(program.qualifiedName) ?? program.files[publication.location.file].name
    }
    let long = publications.map { publication in
      let file = program.files[publication.location.file]
      return publication.holder.symbol.map(program.id) ?? "\(file.module)/\(file.name)"
    }
    var counts: [String: Int] = [:]
    let identities = long.map { name in
      counts[name, default: 0] += 1
      return counts[name] == 1 ? name : "\(name)#\(counts[name] ?? 1)"
    }
    let uses = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
    return (identities, short.indices.map { uses[short[$0]] == 1 ? short[$0] : identities[$0] })
  }
}

// MARK: - Queries

extension Analysis {
  func isTest(_ location: Location) -> Bool { testModules.contains(program.files[location.file].module) }

  func isTest(_ publication: PublicationID) -> Bool { isTest(publications[publication].location) }

  /// The publications that a variable can hold.
  func publications(heldBy variable: SymbolID) -> [PublicationID] { publicationsByVariable[variable] ?? [] }

  /// The overrides, provided implementations and permissions of a publication.
  func replacements(of publication: PublicationID) -> [Replacement] { replacementsByPublication[publication] ?? [] }

  func replacements(in body: Body) -> [Replacement] { replacementsByBody[body] ?? [] }

  func steps(of body: Body) -> [Step] { steps[body] ?? [] }

  var bodies: Dictionary<Body, [Step]>.Keys { steps.keys }

  /// The type of the injection or the family that a publication creates.
  func type(of publication: PublicationID) -> HeldType? {
    publications[publication].holder.variable.flatMap { vocabulary.held[$0] }
  }

  /// Whether a variable is a stored property whose initial value runs when an instance is built.
  func isStoredProperty(_ variable: SymbolID) -> Bool {
    program[variable].kind == .property && vocabulary.consumers[variable] == nil && vocabulary.held[variable] == nil
  }

  /// The name of the type that contains a body, otherwise of the function.
  func name(of body: Body) -> String? {
    switch body {
    case .declaration(let symbol):
      if vocabulary.held[program[symbol].accessedVariable ?? symbol] != nil { return nil }
      let type = program.type(of: symbol).flatMap { program[$0].isType ? $0 : nil }
      return program.qualifiedName(of: type ?? symbol)
    case .part: return namesOfParts[body]
    case .attributes(let type): return program.qualifiedName(of: type)
    case .topLevel(let module): return "\(module)/main.swift"
    }
  }
}
