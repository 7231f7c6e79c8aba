/// A test function with the code that runs for it.
struct TestCase {
  let name: String
  let bodies: [Body]
}

extension Analysis {
  /// The tests of Swift Testing and of XCTest.
  var tests: [TestCase] {
    program.symbols.indices.filter(isTestFunction).map { function in
      var bodies: [Body] = [.declaration(function)]
      var next = program.type(of: function)
      while let type = next {
        bodies += bodiesOfSuite(type)
        next = program.type(of: type)
      }
      return TestCase(name: program.symbols[function].name, bodies: bodies)
    }
  }

  private func isTestFunction(_ function: SymbolID) -> Bool {
    let symbol = program.symbols[function]
    guard symbol.isFunction, !symbol.isImplicit, let location = symbol.definition, isTest(location.file) else {
      return false
    }
    if symbol.name.hasPrefix("test"), let type = program.type(of: function),
      program.supertypes(of: type).contains(where: { program.symbols[$0].name == "XCTestCase" })
    {
      return true
    }
    return steps(of: .declaration(function)).contains { step in
      guard case .symbol(let attribute, _) = step.target else { return false }
      return program.symbols[attribute].usr.hasPrefix("s:7Testing4Test")
    }
  }

  /// The code that runs for each test of a suite: traits, initial values, initializers and methods that prepare tests.
  private func bodiesOfSuite(_ type: SymbolID) -> [Body] {
    program.supertypes(of: type).filter { program.symbols[$0].kind != .protocol }.flatMap { type in
      let members = program.symbols[type].members.filter { member in
        let symbol = program.symbols[member]
        return symbol.kind == .initializer || symbol.kind == .deinitializer || isStoredProperty(member)
          || ["setUp", "tearDown", "invokeTest", "perform"].contains { symbol.name.hasPrefix($0) }
      }
      return [.attributes(of: type)] + members.map(Body.declaration)
    }
  }
}
