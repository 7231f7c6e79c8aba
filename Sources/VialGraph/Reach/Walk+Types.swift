import VialGraphProgram

// The initial values and the members of the types whose instances code builds.

extension Walk {
  /// Follows a type, of which other code can create an instance, or the type of a case of an enumeration.
  mutating func visitName(_ step: Step, _ moment: Moment, in body: Body) {
    let symbol = program[step.symbol]
    if symbol.isType {
      followInstance(of: step.symbol, moment.then(.ofOneImplementation(at: step.location)), from: body)
    } else if let type = program.enclosingType(of: step.symbol), program[type].kind == .enumeration {
      follow(.type(type), moment, from: body)
    }
  }

  /// Follows the initial values that the arguments of a memberwise initializer do not replace.
  mutating func followInitialValues(of type: SymbolID, apartFrom labels: Set<String>, _ moment: Moment) {
    for property in program[type].members where analysis.isStoredProperty(property) {
      if labels.contains(program[property].name) {
        passed.insert(property)
      } else {
        follow(.declaration(property), moment, from: .type(type))
      }
    }
  }

  /// Follows a type of which code builds an instance.
  ///
  /// A subclass can override the methods of a superclass, so the type of the instance determines which of them run.
  mutating func followInstance(of type: SymbolID, _ moment: Moment, from caller: Body?) {
    follow(.type(type), moment, from: caller)
    for member in analysis.overriddenMembers[type] ?? [] { followMember(member, of: type, moment) }
  }

  /// Follows the initial values and the members of a type, and of its superclasses.
  mutating func followMembers(of type: SymbolID, _ moment: Moment) {
    for base in program[type].bases {
      follow(.type(base), moment, from: .type(type))
      // The index has no reference to the initializer of a superclass that is called implicitly.
      for initializer in initializers(of: base, calledBy: type) {
        follow(.declaration(initializer), moment, from: .type(type))
        followDefaultArguments(of: initializer, moment, from: .type(type))
      }
    }
    for member in program[type].members {
      let isPassed = passed.contains(member)
      if analysis.isStoredProperty(member), !isPassed { follow(.declaration(member), moment, from: .type(type)) }
      for code in (isPassed ? [] : [member]) + program[member].accessors { callWaiting(code) }
      let isOverridden = program[type].kind == .class && !program[member].overriding.isEmpty
      if !isOverridden { followMember(member, of: type, moment) }
    }
  }

  /// The initializers of a superclass that the initializers of a type can call implicitly.
  private func initializers(of base: SymbolID, calledBy type: SymbolID) -> [SymbolID] {
    let own = program[type].members.filter { program[$0].kind == .initializer && !program[$0].isImplicit }
    let isExplicit = own.flatMap { analysis.steps(of: .declaration($0)) }.contains { call in
      program[call.symbol].kind == .initializer && program.enclosingType(of: call.symbol) == base
    }
    return program[base].members.filter { initializer in
      let canBeImplicit = !own.isEmpty && !isExplicit && program[base].kind == .class
      return program[initializer].name == "init()"
        || canBeImplicit && analysis.initializersWithoutArguments.contains(initializer)
    }
  }

  /// Follows a member of an instance, which other code calls later.
  private mutating func followMember(_ member: SymbolID, of type: SymbolID, _ moment: Moment) {
    let isOfInstance =
      !program[member].isGlobalOrStatic && ![.freeOrStaticFunction, .initializer].contains(program[member].kind)
    guard !isExecution && isOfInstance || isCalledFromOutside(member), analysis.vocabulary.heldTypes[member] == nil
    else { return }
    let isConsumer = analysis.vocabulary.consumers[member] != nil
    for code in (passed.contains(member) ? [] : [member]) + program[member].accessors {
      follow(.declaration(code), moment.then(isConsumer ? .firstRead : .later), from: .type(type))
    }
  }

  /// Whether a member implements a declaration outside the program, whose callers are unknown.
  private func isCalledFromOutside(_ member: SymbolID) -> Bool {
    program[member].kind == .deinitializer || ["wrappedValue", "projectedValue"].contains(program[member].name)
      || program[member].baseName == "dynamicallyCall"
      || reachable(from: member) { program[$0].overridden }.dropFirst().contains { program[$0].definition == nil }
  }
}
