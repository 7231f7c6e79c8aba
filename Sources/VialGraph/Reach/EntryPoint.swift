import VialGraphProgram

/// Code that runs without a caller in the program: an executable or a test.
struct EntryPoint {
  let name: String

  /// The place of a test, or `nil` for an executable.
  var location: Location?

  /// The code that runs.
  var bodies: [Body] = []

  var isTest: Bool { location != nil }
}

extension Analysis {
  /// The executables of the program, by the names of their modules.
  var executables: [EntryPoint] {
    let files = Dictionary(grouping: program.files.indices) { program.files[$0].module }
    return files.filter { !testModules.contains($0.key) }.sorted { $0.key < $1.key }.compactMap { module, files in
      let main = files.flatMap(bodies(ofMain:))
      // A framework can build instances of classes that inherit from its classes by their names.
      let classes = files.flatMap { program.files[$0].definitions }.filter { type in
        let bases = program[type].kind == .class ? program.supertypes(of: type).map { program[$0] } : []
        return bases.contains { $0.kind == .class && $0.definition == nil }
      }
      return main.isEmpty ? nil : EntryPoint(name: module, bodies: main + classes.map(Body.type))
    }
  }

  /// The code of a file that runs when the program starts.
  private func bodies(ofMain file: Int) -> [Body] {
    if program.files[file].isMain {
      let variables = program.files[file].definitions.filter { program[$0].kind == .global }
      return [.topLevel(file: file)] + variables.map(Body.declaration)
    }
    guard let type = files[file].mainType else { return [] }
    let main = program.supertypes(of: type).flatMap { program[$0].members }.first { program[$0].baseName == "main" }
    if let main, program.enclosingType(of: main) == type { return [.declaration(main)] }
    // A protocol, a superclass or a framework that implements `main` creates the instance.
    let initializers = program[type].members.filter { program[$0].name == "init()" }
    return [.type(type)] + ([main].compactMap(\.self) + initializers).map(Body.declaration)
  }

  /// The tests of Swift Testing and of XCTest that are not disabled, each with the code of its suites that runs for it.
  var tests: [EntryPoint] {
    program.symbols.indices.filter(isTestFunction).compactMap { function in
      let suites = program.types(around: function).dropFirst()
      let bodies = [.declaration(function)] + suites.flatMap(bodies(ofSuite:))
      let names = bodies.flatMap(steps).map { program[$0.symbol] }.filter(\.isOfTesting).map(\.name)
      if names.contains("disabled(_:sourceLocation:)") { return nil }
      return EntryPoint(name: program[function].name, location: program[function].definition, bodies: bodies)
    }
  }

  private func isTestFunction(_ function: SymbolID) -> Bool {
    let symbol = program[function]
    guard symbol.isFunction, !symbol.isImplicit, symbol.definition.map(isTest) == true else { return false }
    let suite = program.enclosingType(of: function).map(program.supertypes) ?? []
    let isNamedTest = symbol.name.hasPrefix("test") && symbol.name.hasSuffix("()")
    if isNamedTest, suite.contains(where: { program[$0].name == "XCTestCase" }) { return true }
    return steps(of: .declaration(function)).contains { program[$0.symbol].isTestAttribute }
  }

  /// The traits, initial values, initializers and methods that prepare the tests of a suite.
  private func bodies(ofSuite type: SymbolID) -> [Body] {
    let classes = program.supertypes(of: type).filter { program[$0].kind != .protocol }
    let members = classes.flatMap { program[$0].members }.filter { member in
      [.initializer, .deinitializer].contains(program[member].kind) || isStoredProperty(member)
        || ["setUp", "tearDown", "invokeTest"].contains(where: program[member].name.hasPrefix)
          && !program.isOverridden(member, in: type)
    }
    return [.type(type)] + members.map(Body.declaration)
  }
}
