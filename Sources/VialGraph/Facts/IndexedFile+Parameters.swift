import VialGraphProgram

// The uses of parameters by functions, and the parameters that get an expression.

extension IndexedFile {
  /// The uses of parameters by the functions of the file.
  var parameters: ParametersOfFile {
    var result = ParametersOfFile()
    for symbol in definitions {
      if isWeak(symbol) { result.weakProperties.insert(symbol) }
      // Another function can run instead of one that a subclass or another type replaces.
      let isOfProtocol = program.enclosingType(of: symbol).map { program[$0].kind == .protocol } ?? false
      guard program[symbol].isFunction, program[symbol].overriding.isEmpty, !isOfProtocol,
        let name = program[symbol].definition.flatMap(source.token)
      else { continue }
      for (position, parameter) in source.parameters(ofFunctionAt: name).enumerated() {
        // The parameters of an operator have no labels.
        let label = source.isOperator(name) ? "_\(position + 1)" : parameter.label
        let uses = parameter.uses.map { use(ofParameterAt: $0, in: name) }
        result.uses[Parameter(function: symbol, label: label)] = uses
      }
    }
    for mention in mentions { addWrapper(mention, to: &result) }
    return result
  }

  /// The initializers that code can call without arguments.
  var initializersWithoutArguments: Set<SymbolID> {
    let initializers = definitions.filter { program[$0].kind == .initializer }
    return Set(
      initializers.filter { initializer in
        program[initializer].definition.flatMap(source.token).map(source.hasDefaultArguments) ?? false
      }
    )
  }

  /// Adds a property with a wrapper of the application, or a property that a wrapper resolves.
  private func addWrapper(_ mention: Mention, to result: inout ParametersOfFile) {
    let symbol = mention.reference.symbol
    guard let token = mention.token, let container = mention.reference.container else { return }
    if vocabulary.holdsInjections(symbol), program[symbol].kind == .instanceProperty, resolve(after: token + 1) != nil {
      let variable = program[container].accessedVariable ?? container
      if program[variable].name == "wrappedValue" { result.propertiesOfWrappedValues.insert(symbol) }
    } else if program[symbol].isType, program[container].isVariable, source[token - 1] == "@" {
      result.wrappedProperties[container] = symbol
    }
  }

  /// The use of the value of a parameter at a token of a function.
  func use(ofParameterAt token: Int, in name: Int) -> Parameter.Use {
    let moment = moment(at: token, in: name)
    // `injection()` evaluates an argument that is automatically made a closure.
    let isCalled = source[token + 1] == "(" && source.tokens[token + 1].match == token + 2
    let end = isCalled ? token + 3 : token + 1
    if let call = calls(after: end).first {
      if let resolve = resolve(after: end), !isPassed(resolve) {
        return .resolve(moment, retainsInstance: isKept(from: token, to: resolve.end))
      }
      return [.isProvided, .other].contains(call.name) ? .inspect : .other
    }
    if isFactory(token) { return .publish }
    if source[token + 1] == "(", source.tokens[token + 1].isAdjacent, !isCalled || source.callee(around: token) == nil {
      return .call(moment)
    }
    if let element = resolvedElement(ofCollectionWith: token) {
      return .resolve(self.moment(at: element, in: name), retainsInstance: false)
    }
    if source.endsExpression(end - 1) {
      if isAssignedToWeakProperty(token) { return moment.isNow ? .read : .other }
      if let callee = source.callee(around: token) {
        if case .createsConsumer(let wrapper) = libraryMember(at: callee) { return .consume(wrapper) }
        return parameter(getting: token, ofCallAt: callee).map { .pass(to: $0, moment) } ?? .other
      }
      let property = source.destination(of: token).flatMap { symbols(at: $0).first { program[$0].isVariable } }
      if let property { return .assign(to: property) }
    }
    return moment.isNow && !source.endsExpression(token) ? .read : .other
  }

  /// Whether a publication gets a closure as its factory, or calls the closure in its factory.
  private func isFactory(_ token: Int) -> Bool {
    source.brackets(around: token).contains { bracket in
      source.callee(of: bracket).map { symbols(at: $0).contains(where: vocabulary.isPublication) } ?? false
    }
  }

  /// The parameters that are all that gets the instance of a resolved injection, perhaps with a local constant.
  func parametersThatGet(_ injection: Int) -> [Parameter] {
    guard let end = calls(after: injection + 1).first?.end else { return [] }
    let uses = isWholeValue(injection) ? source.destination(of: injection).flatMap(uses(ofConstant:)) : nil
    let kept = uses?.filter { source.endsExpression($0) || !moment(at: $0, in: injection).isNow }
    let parameters = kept?.map { parameter(from: $0, to: $0 + 1) } ?? [parameter(from: injection, to: end)]
    return parameters.contains(nil) ? [] : parameters.compactMap(\.self)
  }

  /// The parameter of a known function that gets an expression as a whole.
  func parameter(from start: Int, to end: Int) -> Parameter? {
    let before = Array(source.statement(before: start))
    guard [")", ","].contains(source[end]), let callee = source.callee(around: start),
      before.allSatisfy({ source.isName($0) || [".", ":"].contains(source[$0]) })
    else { return nil }
    return parameter(getting: start, ofCallAt: callee)
  }

  /// The parameter of a known function that gets an argument, or a part of it.
  func parameter(getting token: Int, ofCallAt callee: Int) -> Parameter? {
    guard let label = source.label(ofArgumentAt: token, ofCallAt: callee) else { return nil }
    let named = symbols(at: callee)
    if let function = named.first(where: { program[$0].isFunction }) {
      return Parameter(function: function, label: label)
    }
    // The index does not mention the initializer of an attribute.
    let members = named.filter { program[$0].isType }.flatMap { program[$0].members }
    let argument = label.hasPrefix("_") ? "_:" : "\(label):"
    let initializers = members.filter { program[$0].kind == .initializer && program[$0].name.contains(argument) }
    return initializers.count == 1 ? Parameter(function: initializers[0], label: label) : nil
  }
}
