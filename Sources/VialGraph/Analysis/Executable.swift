import Foundation

/// A module with an entry point.
struct Executable {
  let module: String
  let bodies: [Body]
  let types: [SymbolID]
}

extension Analysis {
  /// The executables of the program, apart from tests, in the order of their names.
  var executables: [Executable] {
    var bodies: [String: [Body]] = [:]
    var types: [String: [SymbolID]] = [:]
    for (number, file) in program.files.enumerated() where !testModules.contains(file.module) {
      if file.path.hasSuffix("/main.swift") {
        bodies[file.module, default: []].append(.topLevel(module: file.module))
        bodies[file.module, default: []] += variables(in: number)
      } else if let type = mainType(in: number) {
        types[file.module, default: []].append(type)
        let entry = program.symbols[type].members.filter { program.symbols[$0].name.hasPrefix("main(") }
        bodies[file.module, default: []] += entry.map(Body.declaration)
      }
    }
    return Set(bodies.keys).union(types.keys).sorted().map { module in
      let main = types[module] ?? []
      return Executable(module: module, bodies: bodies[module] ?? [], types: main + classesOfFrameworks(in: module))
    }
  }

  /// What an executable reaches.
  func reach(of executable: Executable) -> Reach {
    var rules = Reach.Rules(members: .calledFromOutside, followsInjections: true)
    var reach = ReachFinder.reach(from: executable.bodies, building: executable.types, in: self, rules)
    // A dynamic call reaches only types that the executable builds. Each repetition finds fewer of them.
    for _ in 0..<3 {
      rules.builtTypes = Set(reach.types.keys)
      reach = ReachFinder.reach(from: executable.bodies, building: executable.types, in: self, rules)
    }
    return reach
  }

  /// The variables of `main.swift`, whose initial values are top-level code.
  private func variables(in file: Int) -> [Body] {
    definitions(in: file).filter { program.symbols[$0].kind == .variable && injectionTypes[$0] == nil }.map(
      Body.declaration
    )
  }

  /// The type with the attribute `@main`.
  private func mainType(in file: Int) -> SymbolID? {
    guard let data = FileManager.default.contents(atPath: program.files[file].path),
      data.range(of: Data("@main".utf8)) != nil
    else { return nil }
    let source = SourceText(data)
    let attribute = source.bytes.indices.first { offset in
      source.bytes[offset] == "@" && source.isCode[offset] && source.text(source.identifier(at: offset + 1)) == "main"
    }
    guard let location = attribute.map({ source.location(of: $0, in: file) }) else { return nil }
    return definitions(in: file)
      .filter { program.symbols[$0].isType && !program.symbols[$0].isImplicit }
      .filter { program.symbols[$0].definition.map { $0 > location } ?? false }
      .min { program.symbols[$0].definition ?? location < program.symbols[$1].definition ?? location }
      .map { program.symbols[$0].extendedType ?? $0 }
  }

  /// Classes that inherit from classes of frameworks, of which a framework can build instances by name.
  private func classesOfFrameworks(in module: String) -> [SymbolID] {
    program.symbols.indices.filter { symbol in
      program.symbols[symbol].kind == .class && program.module(of: symbol) == module
        && program.supertypes(of: symbol).contains {
          program.symbols[$0].kind == .class && program.symbols[$0].definition == nil
        }
    }
  }
}
