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
    return files.filter { !testModules.contains($0.key) }.sorted { $0.key < $1.key }.compactMap { module, files in
      var entry = EntryPoint(name: module)
      for file in files {
        if program.files[file].isMain {
          let variables = definitions(in: file).filter { program[$0].kind == .global && injectionTypes[$0] == nil }
          entry.bodies += [.topLevel(module: module)] + variables.map(Body.declaration)
        } else if let type = mainType(in: file) {
          entry.types.append(type)
          entry.bodies += program[type].members.filter { program[$0].name.hasPrefix("main(") }.map(Body.declaration)
        }
      }
      if entry.bodies.isEmpty, entry.types.isEmpty { return nil }
      // A framework can build instances of classes that inherit from its classes by their names.
      entry.types += files.flatMap(definitions(in:)).filter { type in
        let bases = program[type].kind == .class ? program.supertypes(of: type).map { program[$0] } : []
        return bases.contains { $0.kind == .class && $0.definition == nil }
      }
      return entry
    }
  }

  /// The type with the attribute `@main`.
  private func mainType(in file: Int) -> SymbolID? {
    let data = program.files[file].contents
    guard data.range(of: Data("@main".utf8)) != nil else { return nil }
    let source = SourceText(data, file: file)
    let attribute = source.tokens.indices.first { source[$0] == "@" && source[$0 + 1] == "main" }
    return attribute.flatMap { firstType(after: source.tokens[$0].location) }.map { program[$0].extendedType ?? $0 }
  }

  /// Returns the code that an executable reaches.
  func reach(of executable: EntryPoint) -> Reach {
    var rules = ReachFinder.Rules(followsAllMembers: false, followsInjections: true)
    var reach = Reach()
    // A dynamic call reaches only types that the executable builds. Each repetition finds fewer of them.
    for _ in 0..<3 {
      reach = ReachFinder.reach(from: executable.bodies.map { ($0, .eager) }, building: executable.types, self, rules)
      rules.builtTypes = Set(reach.types.keys)
    }
    return reach
  }

  /// The tests of Swift Testing and of XCTest, each with the code of its suites that runs for it.
  var tests: [EntryPoint] {
    program.symbols.indices.filter(isTestFunction).map { function in
      let suites = sequence(first: function, next: program.type(of:)).dropFirst()
      let bodies = [.declaration(function)] + suites.flatMap(bodies(ofSuite:))
      return EntryPoint(name: program[function].name, bodies: bodies)
    }
  }

  private func isTestFunction(_ function: SymbolID) -> Bool {
    let symbol = program[function]
    guard symbol.isFunction, !symbol.isImplicit, symbol.definition.map(isTest) == true else { return false }
    let suite = program.type(of: function).map(program.supertypes) ?? []
    if symbol.name.hasPrefix("test"), suite.contains(where: { program[$0].name == "XCTestCase" }) { return true }
    return steps(of: .declaration(function)).contains { program[$0.symbol].isTestAttribute }
  }

  /// The traits, initial values, initializers and methods that prepare the tests of a suite.
  private func bodies(ofSuite type: SymbolID) -> [Body] {
    program.supertypes(of: type).filter { program[$0].kind != .protocol }.flatMap { type in
      let members = program[type].members.filter { member in
        [.initializer, .deinitializer].contains(program[member].kind) || isStoredProperty(member)
          || ["setUp", "tearDown", "invokeTest"].contains(where: program[member].name.hasPrefix)
      }
      return [.attributes(of: type)] + members.map(Body.declaration)
    }
  }
}
