import VialGraphProgram

/// The assignment of an instance or an object to a variable, apart from the initial value of the variable.
struct Assignment {
  enum Value {
    /// The instance of the injections that a variable holds.
    case instance(of: SymbolID)

    /// The object that an initializer builds.
    case object(builtBy: SymbolID)
  }

  let variable: SymbolID
  let value: Value

  /// The place of the injection or of the initializer.
  let location: Location
}

extension FactReader {
  /// Reads the assignments of instances and objects to variables, and the variables to which code assigns other values.
  mutating func readAssignments() {
    var values: Set<Int> = []
    for mention in file.mentions {
      let reference = mention.reference
      guard let token = mention.token, let (value, end) = value(of: reference.symbol, at: token) else { continue }
      for target in targets(ofValueFrom: token, to: end) {
        values.insert(target)
        facts.assignments += file.symbols(at: target).filter(retains).map {
          Assignment(variable: $0, value: value, location: reference.location)
        }
      }
    }
    for mention in file.mentions where program[mention.reference.symbol].isVariable {
      guard let token = mention.token, !values.contains(token), isChanged(token) else { continue }
      facts.otherwiseAssigned.insert(mention.reference.symbol)
    }
  }

  /// The value of an expression that begins with a symbol, and the token after the expression.
  private func value(of symbol: SymbolID, at token: Int) -> (Assignment.Value, end: Int)? {
    if vocabulary.holdsInjections(symbol) {
      let call = file.calls(after: token + 1).first
      return call?.name == .resolve ? call.map { (.instance(of: symbol), $0.end) } : nil
    }
    guard program[symbol].kind == .initializer, let arguments = source.arguments(ofCallAt: token) else { return nil }
    // An argument of a memberwise initializer can replace an initial value.
    if program[symbol].isImplicit, !source.labels(ofCallAt: token).isEmpty { return nil }
    return (.object(builtBy: symbol), arguments.upperBound)
  }

  /// The names of the variables to which a statement assigns an expression, perhaps with a local constant.
  ///
  /// The name of a dictionary or of an array is the target of an assignment to an element.
  private func targets(ofValueFrom start: Int, to end: Int) -> [Int] {
    if let collection = collection(thatGets: start, to: end) { return [collection] }
    let isEnd = ["", "}", ";"].contains(source[end]) || source.previous(end) == nil
    let before = Array(source.statement(before: start))
    guard isEnd, let index = before.firstIndex(where: { source[$0] == "=" }),
      before[..<index].allSatisfy({ source.isName($0) || [".", "??", "["].contains(source[$0]) })
    else { return [] }
    let isDeclaration = before[index...].contains { ["let", "var"].contains(source[$0]) }
    let name = source.destination(of: start)
    if isDeclaration, let name, file.symbols(at: name).contains(where: { program[$0].isGlobalOrStatic }) {
      return [name]
    }
    if isDeclaration {
      let uses = source.destination(of: start).flatMap(file.uses(ofConstant:)) ?? []
      return uses.filter { $0 > end }.flatMap { targets(ofValueFrom: $0, to: $0 + 1) }
    }
    let target = before[index] - 1
    return [source[target] == "]" ? (source.tokens[target].match ?? target) - 1 : target]
  }

  /// The name of the variable whose method `append`, `insert` or `updateValue` gets an expression as a whole.
  private func collection(thatGets start: Int, to end: Int) -> Int? {
    guard [")", ","].contains(source[end]), let method = source.callee(around: start), source[method - 1] == ".",
      ["append", "insert", "updateValue"].contains(source[method])
    else { return nil }
    return method - 2
  }

  /// Whether a statement assigns to the variable that a token names, to an element, or calls a method such as `removeAll`.
  private func isChanged(_ name: Int) -> Bool {
    let end = source[name + 1] == "[" ? (source.tokens[name + 1].match ?? name) + 1 : name + 1
    return source[end] == "=" || source[end] == "." && source[end + 1].hasPrefix("remove") || source[name - 1] == "&"
  }

  /// Whether a variable retains the object that it gets.
  private func retains(_ variable: SymbolID) -> Bool {
    program[variable].isVariable && program[variable].definition != nil && vocabulary.heldTypes[variable] == nil
      && vocabulary.consumers[variable] == nil && !functions.isWeak(variable)
  }
}
