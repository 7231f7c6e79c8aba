import Foundation

@testable import VialGraph
@testable import VialGraphProgram

/// A program whose index is made by hand from the texts of files.
///
/// Names of variables that begin with a lower-case letter and are followed by a digit, such as `a1`, hold injections. The index
/// names the first occurrence of a word in a line.
struct ProgramFixture {
  let program = Program(folder: "/App")
  private(set) var texts: [String] = []
  private var symbols: [String: SymbolID] = [:]

  /// Adds a file, and the references of its words to the library.
  @discardableResult
  mutating func addFile(_ module: String, _ text: String, name: String = "File.swift") -> Int {
    program.files.append(Program.File(path: "/\(module)/\(name)", module: module))
    texts.append(text)
    return texts.count - 1
  }

  /// A variable of an enumeration `S` that holds an injection of an integer.
  mutating func variable(_ name: String, _ file: Int, line: Int) -> SymbolID {
    let module = program.files[file].module
    let usr = "s:\(module.count)\(module)1SO\(name.count)\(name)4Vial9InjectionVySiGvpZ"
    return define(name, usr, .staticProperty, file, line: line)
  }

  mutating func function(_ name: String, _ file: Int, line: Int) -> SymbolID {
    define(name + "()", "s:\(program.files[file].module)\(name)", .freeOrStaticFunction, file, line: line)
  }

  private mutating func define(_ name: String, _ usr: String, _ kind: Symbol.Kind, _ file: Int, line: Int) -> SymbolID {
    let id = symbol(usr, name, kind)
    program.symbols[id].definition = location(String(name.prefix { $0 != "(" }), file, line)
    program.files[file].definitions.append(id)
    return id
  }

  private mutating func symbol(_ usr: String, _ name: String, _ kind: Symbol.Kind) -> SymbolID {
    let id = program.identifier(usr: usr, name: { name }, kind: { 0 })
    program.symbols[id] = Symbol(usr: usr, name: name, kind: kind, definition: program.symbols[id].definition)
    return id
  }

  /// Adds a reference of a word in a line of a file.
  mutating func refer(_ symbol: SymbolID, _ word: String, _ file: Int, line: Int, in container: SymbolID?) {
    let location = location(word, file, line)
    let reference = Reference(symbol: symbol, roles: [.reference, .call], location: location, container: container)
    program.files[file].references.append(reference)
    program.files[file].references.sort { $0.location < $1.location }
  }

  /// Adds the references of a publication that begins with `Injection`, or of a member such as `resolve`.
  mutating func refer(_ word: String, _ file: Int, line: Int, in container: SymbolID?) {
    let name = word == "Injection" ? "init(strategy:instance:)" : "\(word)()"
    refer(symbol("s:4Vial9InjectionV\(word)", name, .instanceMethod), word, file, line: line, in: container)
  }

  private func location(_ word: String, _ file: Int, _ line: Int) -> Location {
    let text = texts[file].split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
    let start = text.firstRange(of: word)?.lowerBound ?? text.startIndex
    return Location(file: file, line: line, column: text.utf8.distance(from: text.startIndex, to: start) + 1)
  }

  func facts(of file: Int, text: String? = nil) -> FileFacts {
    let vocabulary = Vocabulary(program)
    let indexed = IndexedFile(file, in: program, vocabulary, text: (text ?? texts[file]).utf8)
    return FactReader(indexed, vocabulary, Parameters(program)).facts
  }

  var analysis: Analysis {
    let contents = Dictionary(uniqueKeysWithValues: zip(program.files.map(\.path), texts))
    return Analysis(program, progress: Console()) { Data((contents[$0] ?? "").utf8) }
  }

  var graph: DependencyGraph { DependencyGraph(analysis, progress: Console()) }
}

extension ProgramFixture {
  /// A file for each module, in which `a1` resolves `b1`, and `b1` resolves the injection with a name.
  init(modules: [String], secondResolves name: String) {
    self.init()
    for module in modules {
      let file = addFile(
        module,
        """
        static let a1 = Injection(strategy: .shared, instance: b1.resolve())
        static let b1 = Injection(strategy: .shared, instance: \(name).resolve())
        """
      )
      let variables = ["a1": variable("a1", file, line: 1), "b1": variable("b1", file, line: 2)]
      for (line, variable, used) in [(1, "a1", "b1"), (2, "b1", name)] {
        refer("Injection", file, line: line, in: variables[variable])
        if let symbol = variables[used] { refer(symbol, "\(used).", file, line: line, in: variables[variable]) }
        refer("resolve", file, line: line, in: variables[variable])
      }
    }
  }
}
