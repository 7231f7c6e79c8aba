import VialGraphProgram

// The calls of functions, methods and initializers, and the methods that a dynamic call can run.

extension Walk {
  mutating func visitCall(_ step: Step, _ labels: Set<String>, _ moment: Moment, in body: Body) {
    let function = step.symbol
    let isDynamic = step.reference.roles.contains(.dynamic)
    call(function, moment, isDynamic: isDynamic, at: step.location, in: body)
    followDefaultArguments(of: function, apartFrom: labels, moment, from: body)
    // A class inherits an initializer, and the default arguments are in the superclass.
    for inherited in program[function].isImplicit ? program[function].overridden : [] {
      followDefaultArguments(of: inherited, apartFrom: labels, moment, from: body)
    }
    if program[function].kind == .initializer, let type = program.enclosingType(of: function) {
      if callsSuper(type, in: body) {
        follow(.type(type), moment, from: body)
      } else {
        followInstance(of: type, moment, from: body)
      }
      if program[function].isImplicit { followInitialValues(of: type, apartFrom: labels, moment) }
    }
  }

  /// Follows the default arguments that no argument of a call replaces.
  mutating func followDefaultArguments(
    of function: SymbolID,
    apartFrom labels: Set<String> = [],
    _ moment: Moment,
    from body: Body
  ) {
    for label in (analysis.defaultArguments[function] ?? []).subtracting(labels).sorted() {
      follow(.defaultArgument(of: function, label: label), moment, from: body)
    }
  }

  /// Whether an initializer calls an initializer of a superclass, which builds no other instance.
  private func callsSuper(_ type: SymbolID, in body: Body) -> Bool {
    guard let caller = body.declaration, program[caller].kind == .initializer else { return false }
    return program.enclosingType(of: caller).map { program.supertypes(of: $0).dropFirst().contains(type) } ?? false
  }

  mutating func call(_ function: SymbolID, _ moment: Moment, isDynamic: Bool, at place: Location, in body: Body) {
    let isOfProtocol = program.enclosingType(of: function).map { program[$0].kind == .protocol } ?? false
    // The instance of the method is built by other code, or all of its members are followed, apart from overridden ones.
    let isOverriddenInCaller = body.declaration.flatMap(program.enclosingType).map {
      program.isOverridden(function, in: $0)
    }
    if program[function].kind == .instanceMethod, !isOfProtocol, !moment.isNow, !isExecution,
      isOverriddenInCaller != true
    {
      return
    }
    let perhaps = moment.then(.ofOneImplementation(at: place))
    let isOverridden = isDynamic && !program[function].overriding.isEmpty
    follow(.declaration(function), isOverridden ? perhaps : moment, from: body)
    // A class inherits an initializer, and the code is in the superclass.
    if program[function].kind == .initializer, program[function].isImplicit {
      for inherited in program[function].overridden {
        follow(.declaration(inherited), moment, from: .declaration(function))
      }
    }
    guard isDynamic || isOfProtocol else { return }
    for method in program[function].overriding {
      let known = reached.moments[.declaration(method)] ?? waiting[method]?.moment
      if let known, known.or(perhaps) == known { continue }
      if canBeCalled(method) {
        call(method, perhaps, isDynamic: true, at: place, in: body)
      } else {
        waiting.add(method, perhaps, from: body)
      }
    }
  }

  mutating func callWaiting(_ method: SymbolID) {
    guard let call = waiting.remove(method) else { return }
    let place = program[method].definition ?? Location(file: 0, line: 1, column: 1)
    self.call(method, call.moment, isDynamic: true, at: place, in: call.caller)
  }

  /// Whether code builds an instance with a method, perhaps outside the program.
  private func canBeCalled(_ method: SymbolID) -> Bool {
    guard let type = program.enclosingType(of: method), program[type].definition != nil else { return true }
    return program[type].kind == .protocol || reached.moments[.type(type)] != nil
  }

  /// The override of a method that an initializer calls for the instance that it initializes.
  ///
  /// The initializers of the subclasses that lead to the initializer tell the class of the instance.
  func override(calledBy step: Step, in body: Body) -> SymbolID? {
    guard step.reference.roles.contains(.dynamic), !program[step.symbol].overriding.isEmpty,
      let initializer = body.declaration, program[initializer].kind == .initializer,
      var type = program.enclosingType(of: initializer)
    else { return nil }
    for caller in reached.chain(from: body).dropFirst() {
      let initializer = caller.declaration.flatMap { program[$0].kind == .initializer ? $0 : nil }
      guard let other = caller.type ?? initializer.flatMap(program.enclosingType),
        program.supertypes(of: other).contains(type)
      else { break }
      type = other
    }
    let overrides = reachable(from: step.symbol) { program[$0].overriding }.dropFirst()
    // The nearest superclass that overrides the method.
    return program.supertypes(of: type).lazy.compactMap { type in
      overrides.first { program.enclosingType(of: $0) == type }
    }.first
  }
}
