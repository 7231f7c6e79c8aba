import VialGraphProgram

// The initial values, accessors and observers that run when code reads or writes a variable.

extension Walk {
  mutating func visitAccess(_ step: Step, canWrite: Bool, _ moment: Moment, in body: Body) {
    let id = step.symbol
    let roles = step.reference.roles
    let symbol = program[id]
    // Assigning to a consumer resolves nothing.
    let isRead = analysis.vocabulary.consumers[id] == nil ? symbol.isGlobalOrStatic : !roles.contains(.write)
    if roles.contains(.write) { assigned.insert(id) }
    let isAssigned = replaced?.consumers.contains(id) == true
    let isOverridden = roles.contains(.dynamic) && !symbol.overriding.isEmpty
    let moment = isAssigned || isOverridden ? moment.then(.perhaps(at: step.location)) : moment
    if isRead, !analysis.assignedConsumers.contains(id) { follow(.declaration(id), moment, from: body) }
    let isWritten = canWrite || roles.contains(.write)
    for accessor in symbol.accessors where isWritten || program[accessor].isGetter {
      if isObserver(accessor), isInitialization(step, in: body) { continue }
      let isPossibleWrite = canWrite && !program[accessor].isGetter
      let moment = isPossibleWrite ? moment.then(.perhaps(at: step.location)) : moment
      call(accessor, moment, isDynamic: roles.contains(.dynamic), at: step.location, in: body)
    }
  }

  private func isObserver(_ accessor: SymbolID) -> Bool {
    ["willSet:", "didSet:"].contains(where: program[accessor].name.hasPrefix)
  }

  /// Whether an initializer assigns to a property of the instance that it initializes, which calls no observer.
  private func isInitialization(_ step: Step, in body: Body) -> Bool {
    guard let initializer = body.declaration, program[initializer].kind == .initializer, step.moment.isNow,
      let type = program.enclosingType(of: initializer), type == program.enclosingType(of: step.symbol)
    else { return false }
    // After the call of another initializer of the type, the instance is initialized.
    return !analysis.isDelegating(initializer)
  }
}
