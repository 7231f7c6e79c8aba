import Foundation

/// Code that runs without a caller in the program: an executable or a test.
struct EntryPoint {
  let name: String
  var bodies: [Body] = []

  /// Types of which other code builds instances.
  var types: [SymbolID] = []
}

extension Analysis {
  /// The executables of the program, by the names of their modules.
  var executables: [EntryPoint] {
    let files = Dictionary(grouping: program.files.indices) { program.files[$0].module }
    return files.sorted { $0.key < $1.key }.compactMap { module, files in
      guard files.first.map({ !isTest(Location(file: $0, line: 1, column: 1)) }) == true else { return nil }
      var entry = EntryPoint(name: module)
      for file in files {
        if program.files[file].isMain {
          let variables = definitions(in: file).filter {
            program.symbols[$0].kind == .global && injectionTypes[$0] == nil
          }
          entry.bodies += [.topLevel(module: module)] + variables.map(Body.declaration)
        } else if let type = mainType(in: file) {
          entry.types.append(type)
          let members = program.symbols[type].members.filter { program.symbols[$0].name.hasPrefix("main(") }
          entry.bodies += members.map(Body.declaration)
        }
      }
      return entry.bodies.isEmpty && entry.types.isEmpty ? nil : adding(classesOfFrameworks: files, to: entry)
    }
  }

  /// The type with the attribute `@main`.
  private func mainType(in file: Int) -> SymbolID? {
    guard let data = program.files[file].contents, data.range(of: Data("@main".utf8)) != nil else { return nil }
    let source = SourceText(data, file: file)
    guard let attribute = source.tokens.indices.first(where: { source[$0] == "@" && source[$0 + 1] == "main" }) else {
      return nil
    }
    let type = firstType(in: file, after: source.tokens[attribute].location)
    return type.map { program.symbols[$0].extendedType ?? $0 }
  }

  /// Adds classes that inherit from classes of frameworks, of which a framework can build instances by name.
  private func adding(classesOfFrameworks files: [Int], to entry: EntryPoint) -> EntryPoint {
    var entry = entry
    entry.types += files.flatMap(definitions(in:)).filter { symbol in
      let bases = program.supertypes(of: symbol).map { program.symbols[$0] }
      return program.symbols[symbol].kind == .class && bases.contains { $0.kind == .class && $0.definition == nil }
    }
    return entry
  }

  /// What an executable reaches.
  func reach(of executable: EntryPoint) -> Reach {
    var rules = ReachFinder.Rules(followsAllMembers: false, followsInjections: true)
    var reach = Reach()
    // A dynamic call reaches only types that the executable builds. Each repetition finds fewer of them.
    for _ in 0..<3 {
      var finder = ReachFinder(self, rules)
      reach = finder.reach(from: executable.bodies.map { ($0, .eager) }, building: executable.types)
      rules.builtTypes = Set(reach.types.keys)
    }
    return reach
  }

  /// The tests of Swift Testing and of XCTest, each with the code of its suites that runs for it.
  var tests: [EntryPoint] {
    program.symbols.indices.filter(isTestFunction).map { function in
      let suites = sequence(first: function) { self.program.type(of: $0) }.dropFirst()
      return EntryPoint(
        name: program.symbols[function].name,
        bodies: [.declaration(function)] + suites.flatMap(bodies(ofSuite:))
      )
    }
  }

  private func isTestFunction(_ function: SymbolID) -> Bool {
    let symbol = program.symbols[function]
    guard symbol.isFunction, !symbol.isImplicit, let location = symbol.definition, isTest(location) else {
      return false
    }
    let suite = program.type(of: function).map(program.supertypes) ?? []
    if symbol.name.hasPrefix("test"), suite.contains(where: { program.symbols[$0].name == "XCTestCase" }) {
      return true
    }
    return steps(of: .declaration(function)).contains { step in
      guard case .symbol(let attribute, _) = step.target else { return false }
      return program.symbols[attribute].usr.hasPrefix("s:7Testing4Test")
    }
  }

  /// The traits, initial values, initializers and methods that prepare the tests of a suite.
  private func bodies(ofSuite type: SymbolID) -> [Body] {
    program.supertypes(of: type).filter { program.symbols[$0].kind != .protocol }.flatMap { type in
      let members = program.symbols[type].members.filter { member in
        [.initializer, .deinitializer].contains(program.symbols[member].kind) || isStoredProperty(member)
          || ["setUp", "tearDown", "invokeTest"].contains(where: program.symbols[member].name.hasPrefix)
      }
      return [.attributes(of: type)] + members.map(Body.declaration)
    }
  }
}
