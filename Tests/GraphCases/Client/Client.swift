import Faults
import Vial

#if os(Windows)
@main struct OtherClient { static func main() {} }
#endif

@main @MainActor struct Client {
  let onLaunch: () -> Void = { Client.composeLate() }

  static func main() {
    // An implementation after an exit is not conditional, because the code that needs it follows the exit, too.
    if CommandLine.arguments.contains("-h") { return print("usage: Client [-v]") }
    Requirements.provided.provide(with: 1)
    Requirements.overridden.override(with: 2)
    provide(3, for: Requirements.forwarded)
    Requirements.untested.provide(with: 6)
    let isVerbose = CommandLine.arguments.contains("-v")
    // fault: warning: Model needs, only under a condition: provide it in the other cases, too, because Faults/Requirements.swift:
    if isVerbose { Requirements.conditional.provide(with: 7) }
    // fault: warning: Client provides Requirements.conditionalCall, which Model needs, only under a condition
    if isVerbose { composeConditionally() }
    if isVerbose { Requirements.alternative.provide(with: 8) } else { Requirements.alternative.provide(with: 9) }
    if isVerbose { Branches.both.provide(with: 1) } else { composeElse() }
    if CommandLine.argc == 2 {
      compose(1)
    } else if CommandLine.argc == 3 {
      compose(2)
    } else {
      compose(3)
    }
    switch CommandLine.argc {
    case 1: composeCase(1)
    case 2 where isVerbose, 3: composeCase(2)
    default: composeCase(3)
    }
    switch CommandLine.argc {
    case 1: composeAnother(1)
    case 2: composeAnother(2)
    case 3: composeAnother(3)
    case 4: composeAnother(4)
    case 5: composeAnother(5)
    case 6: composeAnother(6)
    case 7: composeAnother(7)
    case 8: composeAnother(8)
    case 9: composeAnother(9)
    case 10: composeAnother(10)
    case 11: composeAnother(11)
    case 12: composeAnother(12)
    case 13: composeAnother(13)
    case 14: composeAnother(14)
    case 15: composeAnother(15)
    case 16: composeAnother(16)
    case 17: composeAnother(17)
    case 18: composeAnother(18)
    case 19: composeAnother(19)
    default: composeAnother(20)
    }
    // fault: warning: Client provides Branches.allButOne, which Client needs, only under a condition
    switch CommandLine.argc {
    case 1: composeAllButOne()
    case 2: composeAllButOne()
    default: break
    }
    // fault: warning: Client provides Branches.alternating, which Client needs, only under a condition
    if CommandLine.argc == 2 {
      Branches.alternating.provide(with: 1)
    } else if isVerbose {
      print(Branches.alternating.resolve())
    }
    switch CommandLine.argc {
    case 1: fatalError("no name")
    case 2: Branches.stopping.provide(with: 1)
    default: Branches.stopping.provide(with: 2)
    }
    let store = composeStored
    store()
    for step in [composeListed] { step() }
    if isVerbose {
      composeInside()
      print(Branches.inside.resolve())
    }
    // fault: warning: Client provides Branches.incomplete, which Client needs, only under a condition
    if CommandLine.argc == 2 { composeIncomplete() } else if isVerbose { composeIncomplete() }
    if isVerbose {
      // fault: warning: Client provides Branches.nested, which Client needs, only under a condition
      if CommandLine.argc == 2 { Branches.nested.provide(with: 1) }
      print(Branches.nested.resolve())
    }
    if isVerbose { Branches.correlated.provide(with: 1) }
    if CommandLine.arguments.contains("-v") { print(Branches.correlated.resolve()) }
    // fault: warning: Client provides Branches.opposite, which Client needs, only under a condition
    if isVerbose { Branches.opposite.provide(with: 1) } else { print(Branches.opposite.resolve()) }
    for _ in 1...2 {
      if isVerbose { Branches.repeated.provide(with: 1) } else { print(Branches.repeated.resolve()) }
    }
    repeat {
      if isVerbose { Branches.repeatedAgain.provide(with: 1) } else { print(Branches.repeatedAgain.resolve()) }
    } while CommandLine.argc == 2
    Statements.compose()
    LocalFunctions.compose(isVerbose)
    composeForOthers()
    // The function runs once.
    print(Injection(strategy: .singleton, instance: 1).resolve())
    Branches.choose(1)
    Branches.choose(2)
    if isVerbose { Branches.late.provide(with: 1) }
    let composeLater = { Branches.late.provide(with: 2) }
    composeLater()
    printName(of: Requirements.printed)
    // fault: error: Client does not provide Requirements.printed, which Client needs
    print(Requirements.printed.resolve())
    Requirements.only.provide { [OnlyInClient().number, InBoth().number] }
    if isVerbose {
      Requirements.inOneOfTwoBranches.provide { Common().length }
    } else {
      Requirements.inOneOfTwoBranches.provide(with: 1)
    }
    print(Requirements.inOneOfTwoBranches.resolve())
    // fault: warning: the implementation of Requirements.builtAgain keeps the first instance of Requirements.provided
    Requirements.builtAgain.provide { Requirements.provided.resolve() }
    // fault: warning: the implementation of Requirements.builtInTwoSteps keeps the first instance of Requirements.provided
    Requirements.builtInTwoSteps.provide {
      let provided = Requirements.provided.resolve()
      return provided
    }
    Requirements.computedInTwoSteps.provide {
      let provided = Requirements.provided.resolve()
      return provided + 1
    }
    Requirements.builtInThreeSteps.provide {
      var provided = Requirements.provided.resolve()
      provided += 1
      return provided
    }
    print(Requirements.builtInTwoSteps.resolve())
    print(Requirements.computedInTwoSteps.resolve())
    print(Requirements.builtInThreeSteps.resolve())
    Requirements.builtOnDemand.provide(strategy: .onDemand) { Requirements.provided.resolve() }
    // fault: error: Client does not provide Requirements.sealed, which Client needs: call provide before the first use
    Overrides.seal(requiring: Requirements.sealed)
    Requirements.closure.provide(with: { Requirements.closureUser.resolve() })
    print(Requirements.closureUser.resolve(), Overrides.closureUser.resolve())
    Requirements.crossing.provide(with: Requirements.crossed)
    // fault: error: dependency cycle in Client: Requirements.looped → Requirements.looping → Requirements.looped: let Loop
    Requirements.looped.provide { Loop().number }
    print(Requirements.crossing.resolve(), Requirements.looped.resolve())
    composeEarly(isVerbose)
    try? composeWithErrors()
    _ = try? composeWithErrorsAgain()
    try? composeAfterAnError()
    try? composeAfterACaughtError()
    try? composeAfterAnErrorOfAGenericFunction(1)
    do {
      try composeAfterAnErrorThatStops()
    } catch {
      fatalError("\(error)")
    }
    // fault: warning: Client provides Branches.afterAnErrorThatIsCaught, which Client needs, only under a condition
    do { try composeAfterAnErrorThatIsCaught() } catch { print(error) }
    useBranches()
    composeUnlessProvided()
    // fault: error: Client does not provide Requirements.inPreviews, which Client needs
    print(Requirements.inPreviews.resolve())
    print(Branches.missing.resolve(), Requirements.inContext.resolve())
    // fault: warning: Client provides Branches.implemented, which Runner needs, only under a condition
    if isVerbose { Branches.implemented.provide(with: 1) }
    let runner: any Running = Runner()
    Task { runner.run() }
    if isVerbose {
      Requirements.either.provide(with: 1)
    } else {
      // fault: warning: dependency cycle in Client, if the code takes a branch: Requirements.either → Requirements.choosing
      Requirements.either.provide { Requirements.choosing.resolve() }
    }
    print(Requirements.either.resolve())
    composeUnlessDisabled()
    composeIfFlagged()
    if !Requirements.missingOnly.isProvided { Requirements.missingOnly.provide(with: 12) }
    // fault: error: dependency cycle in Client: Requirements.shared → Requirements.sharing → Requirements.shared
    Requirements.shared.provide(with: Requirements.sharing)
    Requirements.common.provide { Common().length }
    Requirements.different.provide { Common().length }
    print(Requirements.common.resolve(), Requirements.different.resolve())
    Requirements.one.provide(with: Requirements.withOther)
    Requirements.other.provide(with: 14)
    composeMembers()
    Members.registered.register { 15 }
    Members.registeredLate.registerLate { 16 }
    print(Members.registered.resolve(), Members.registeredLate.resolve())
    switch CommandLine.argc {
    case 2:
      Members.command.provide(with: 16)
      print(Members.command.resolve())
    default: break
    }
    composeInClosures(CommandLine.argc == 10)
    print(Members.hasOptional ? Members.optional.resolve() : 0)
    override()
    overrideForAnotherTime()
    Errors.compose()
    Flags.compose()
    Held.byClient.provide(with: 1)
    print(Holder(injection: Held.byClient).read())
    Requirements.computedFromOther.provide(with: Requirements.copied.resolve() + 1)
    // fault: warning: the implementation of Requirements.copied keeps the first instance of Requirements.provided
    Requirements.copied.provide(with: Requirements.provided.resolve())
    let provided = Requirements.provided.resolve()
    // fault: warning: the implementation of Requirements.copiedConstant keeps the first instance of Requirements.provided
    Requirements.copiedConstant.provide { provided }
    // swift-format-ignore: OmitExplicitReturns
    // fault: warning: the implementation of Requirements.returnedConstant keeps the first instance of Requirements.provided
    Requirements.returnedConstant.provide { return provided }
    let renamed = provided
    // fault: warning: the implementation of Requirements.renamedConstant keeps the first instance of Requirements.provided
    Requirements.renamedConstant.provide(with: renamed)
    composeRecursively(["a", "b"])
    print(Requirements.recursive.resolve())
    let sum = Requirements.provided.resolve() + 1
    Requirements.computedConstant.provide { sum }
    let model = TypedModel()
    model.number = 17
    print(model.number)
    let client = Client()
    client.onLaunch()
    Requirements.replacedUser.override(with: [1])
    print(Requirements.replacedUser.resolve(), Model().use() + Model().useProvided() + DefaultArguments(passed: 1).sum)
  }

  static func composeRecursively(_ rest: ArraySlice<String>) {
    guard let first = rest.first else { return }
    if first == "a" { Requirements.recursive.provide(with: 18) }
    composeRecursively(rest.dropFirst())
  }
  static func composeInClosures(_ isVerbose: Bool) {
    var steps: [() -> Void] = []
    // fault: warning: Client provides Branches.inClosure, which Client needs, only under a condition
    if isVerbose { steps.append { Branches.inClosure.provide(with: 1) } }
    // fault: warning: Client provides Branches.inTask, which Client needs, only under a condition
    if isVerbose { composeInTask() }
    if isVerbose {
      steps.append { Branches.inTwoClosures.provide(with: 1) }
    } else {
      steps.append { Branches.inTwoClosures.provide(with: 2) }
    }
    steps.append { if isVerbose { Branches.inClosureWithBranch.provide(with: 1) } }
    if isVerbose { steps.append { Branches.inClosureOrNow.provide(with: 1) } }
    Branches.inClosureOrNow.provide(with: 2)
    if isVerbose { steps.append { Branches.inClosureOrTask.provide(with: 1) } }
    Task { Branches.inClosureOrTask.provide(with: 2) }
    if isVerbose { steps.append { Branches.usedInClosure.provide(with: 1) } }
    if isVerbose { steps.append { print(Branches.usedInClosure.resolve()) } }
    steps.append {
      if isVerbose { steps.append { Branches.inInnerClosure.provide(with: 1) } }
    }
    for step in steps { step() }
    print(Branches.inClosure.resolve() + Branches.inTask.resolve() + Branches.inTwoClosures.resolve())
    print(Branches.inClosureWithBranch.resolve() + Branches.inClosureOrNow.resolve())
    print(Branches.inClosureOrTask.resolve() + Branches.inInnerClosure.resolve())
  }
  static func composeForOthers() {
    Branches.unused.provide(with: Branches.neededByUnused.resolve() + 1)
    // fault: error: Client does not provide Branches.neededByUsed, which Client.composeForOthers() needs
    Branches.used.provide(with: Branches.neededByUsed.resolve() + 1)
    print(Branches.used.resolve())
  }
  static func composeInTask() { Task { Branches.inTask.provide(with: 1) } }
  static func composeConditionally() { Requirements.conditionalCall.provide(with: 10) }
  static func composeUnlessDisabled() {
    // fault: warning: Client provides Requirements.skipped, which Model needs, only under a condition
    if CommandLine.arguments.contains("-d") { return }
    Requirements.skipped.provide(with: 11)
  }
  static func composeIfFlagged() {
    // fault: warning: Client provides Requirements.flagged, which Model needs, only under a condition
    guard Requirements.provided.resolve() == 1 else { return }
    Requirements.flagged.provide(with: 13)
  }
  static func composeLate() { Requirements.providedLate.provide(with: 4) }
  static func provide<Value>(_ value: Value, for injection: Injection<Value>) { injection.provide(with: value) }
  static func overrideForAnotherTime() {
    // fault: warning: in Client: Captives.overriddenForLonger (.singleton) keeps Captives.session (.flow(Captives.flow))
    Captives.overriddenForLonger.override(with: Keeper(Captives.session.resolve()), strategy: .singleton)
    Captives.overriddenForShorter.override(
      with: Keeper(Captives.session.resolve()),
      strategy: .flow(Captives.flow)
    )
    // fault: warning: in Client: Captives.providedTwice (.singleton) keeps Captives.session (.flow(Captives.flow))
    Captives.providedTwice.provide(with: Keeper(Captives.session.resolve()))
    Captives.different.provide(with: Keeper(Session()))
    Captives.onlyInClient.provide { [Captives.different.resolve()] }
    print(Captives.providedTwice.resolve(), Captives.onlyInClient.resolve())
    print(Captives.overriddenForLonger.resolve(), Captives.overriddenForShorter.resolve())
  }
  static func override() {
    // fault: error: dependency cycle in Client: Overrides.mask → Overrides.mask: get the original with override(with: {
    Overrides.mask.override(with: Keeper(Sessions.make(Overrides.mask.resolve())))
    // fault: warning: dependency cycle in Client, if the code takes a branch: Overrides.optional → Overrides.optional
    if CommandLine.argc == 2 { Overrides.optional.override(with: Keeper(Sessions.make(Overrides.optional.resolve()))) }
    // fault: warning: captive dependency in Client: Overrides.kept (.singleton) keeps Captives.session
    Overrides.kept.override(with: Keeper(Captives.session.resolve()))
    Overrides.loopedAgain.override(with: LoopAgain().number)
    // fault: warning: captive dependency in Client: Overrides.twice (.singleton) keeps Captives.session
    Overrides.twice.override(with: Overrides.makeKeeper())
    Overrides.once.override(with: Keeper(Session()))
    Overrides.closure.override(with: { Overrides.closureUser.resolve() })
    Overrides.decorated.override(with: { original in original.resolve() + 1 })
  }
  static func composeEarly(_ isVerbose: Bool) {
    guard isVerbose else {
      Branches.early.provide(with: 1)
      return
    }
    Branches.early.provide(with: 2)
  }
  static func composeWithErrors() throws { Branches.attempted.provide(with: 1) }
  static func composeWithErrorsAgain() throws -> Int {
    Branches.attemptedAgain.provide(with: 1)
    return 1
  }
  static func composeAfterAnError() throws {
    // fault: warning: Client provides Branches.afterAnError, which Client needs, only under a condition
    if CommandLine.argc == 9 { throw CancellationError() }
    Branches.afterAnError.provide(with: 1)
  }
  static func composeAfterACaughtError() throws {
    do {
      if CommandLine.argc == 2 { throw CancellationError() }
    } catch { print(error) }
    Branches.afterACaughtError.provide(with: 1)
  }
  static func composeAfterAnErrorOfAGenericFunction(_ number: some Equatable) throws {
    // fault: warning: Client provides Branches.afterAGenericError, which Client needs, only under a condition
    if CommandLine.argc == 9 { throw CancellationError() }
    Branches.afterAGenericError.provide(with: 1)
  }
  static func composeAfterAnErrorThatStops() throws {
    if CommandLine.argc == 9 { throw CancellationError() }
    Branches.afterAnErrorThatStops.provide(with: 1)
  }
  static func composeAfterAnErrorThatIsCaught() throws { try composeAfterAnErrorThatIsThrownOn() }
  static func composeAfterAnErrorThatIsThrownOn() throws {
    guard CommandLine.argc == 1 else { throw CancellationError() }
    Branches.afterAnErrorThatIsCaught.provide(with: 1)
  }
  static func printName<Value>(of injection: Injection<Value>) { print(injection) }
  static func composeElse() { Branches.both.provide(with: 2) }
  static func compose(_ number: Int) { Branches.chain.provide(with: number) }
  static func composeCase(_ number: Int) { Branches.cases.provide(with: number) }
  static func composeAnother(_ number: Int) { Branches.many.provide(with: number) }
  static func composeAllButOne() { Branches.allButOne.provide(with: 1) }
  static func composeUnlessProvided() { composeMissing() }
  static func composeMissing() {
    if !Branches.missing.isProvided { Branches.missing.provide(with: 1) }
  }
  static func composeStored() { Branches.stored.provide(with: 1) }
  static func composeListed() { Branches.listed.provide(with: 1) }
  static func composeInside() { Branches.inside.provide(with: 1) }
  static func composeIncomplete() { Branches.incomplete.provide(with: 1) }
  static func useBranches() {
    print(Branches.both.resolve(), Branches.chain.resolve(), Branches.cases.resolve(), Branches.stored.resolve())
    print(Branches.early.resolve(), Branches.late.resolve(), Branches.listed.resolve(), Branches.incomplete.resolve())
    print(Branches.afterAnErrorThatStops.resolve(), Branches.afterAnErrorThatIsCaught.resolve())
    print(Branches.afterACaughtError.resolve())
    print(Branches.attempted.resolve(), Branches.attemptedAgain.resolve(), Branches.afterAnError.resolve())
    print(Branches.afterAGenericError.resolve())
    print(Branches.stopping.resolve(), Branches.many.resolve(), Branches.allButOne.resolve())
  }
  static func dead() { Requirements.unreachedProvision.provide { UnreachedNumber().value } }
}

@MainActor enum Branches {
  static let inClosure = Injection<Int>.required("provided by a closure in a branch")
  static let inTask = Injection<Int>.required("provided by a task in a branch")
  static let inTwoClosures = Injection<Int>.required("provided by closures in both branches")
  static let inClosureWithBranch = Injection<Int>.required("provided in a branch in a closure")
  static let inClosureOrNow = Injection<Int>.required("provided again without a closure")
  static let inClosureOrTask = Injection<Int>.required("provided again in a task")
  static let usedInClosure = Injection<Int>.required("provided and used by closures")
  static let inInnerClosure = Injection<Int>.required("provided by a closure in a closure")
  static let both = Injection<Int>.required("provided in both branches")
  static let chain = Injection<Int>.required("provided by a function that each branch of a chain calls")
  static let cases = Injection<Int>.required("provided by a function that each case calls")
  static let many = Injection<Int>.required("provided by each of twenty cases")
  static let allButOne = Injection<Int>.required("provided by two of three cases")
  static let stopping = Injection<Int>.required("provided by all cases but one that stops the program")
  static let alternating = Injection<Int>.required("provided in a branch, and used in another one without an else")
  static let stored = Injection<Int>.required("provided by a function that a constant holds")
  static let listed = Injection<Int>.required("provided by a function in a list")
  static let inside = Injection<Int>.required("provided and used in one branch")
  static let incomplete = Injection<Int>.required("provided in two branches, after which no else follows")
  static let correlated = Injection<Int>.required("provided and used in two branches of the same condition")
  static let late = Injection<Int>.required("provided in a branch, and by a closure that is called later")
  static let unused = Injection<Int>.required("provided with an implementation that no code needs")
  static let neededByUnused = Injection<Int>.required("used by this implementation")
  static let used = Injection<Int>.required("provided with an implementation that code needs")
  static let neededByUsed = Injection<Int>.required("used by the other implementation")
  static let opposite = Injection<Int>.required("provided in a branch, and used in the other one")
  static let repeated = Injection<Int>.required("provided in a branch, and used in the other one of a later round")
  static let repeatedAgain = Injection<Int>.required("provided in a branch, and used in the other one of a later round")
  static let chosen = Injection<Int>.required("provided in a branch, and used in the other one of a later call")
  static func choose(_ number: Int) {
    if number == 1 { chosen.provide(with: 1) } else { print(chosen.resolve()) }
  }
  static let attempted = Injection<Int>.required("provided by a function whose errors the caller ignores")
  static let attemptedAgain = Injection<Int>.required("provided by a function with a result and errors")
  static let afterAnError = Injection<Int>.required("provided after an error that the caller ignores")
  static let afterACaughtError = Injection<Int>.required("provided after an error that the function catches")
  static let afterAGenericError = Injection<Int>.required("provided after an error of a generic function")
  static let afterAnErrorThatStops = Injection<Int>.required("provided after an error that stops the program")
  static let afterAnErrorThatIsCaught = Injection<Int>.required("provided after an error that the program prints")
  static let early = Injection<Int>.required("provided in a branch that returns, and after it")
  static let missing = Injection<Int>.required("provided by a function, unless it is provided")
  static let implemented = Injection<Int>.required("provided in a branch, and used later by an implementation")
  static let nested = Injection<Int>.required("provided in a branch of the branch that uses it")
}

@MainActor protocol Running { func run() }
@MainActor struct Runner: Running { func run() { print(Branches.implemented.resolve()) } }

@MainActor enum Sessions { static func make(_ keeper: Keeper) -> Session { Session() } }

@MainActor struct UnreachedNumber { let value = 5 }

@MainActor enum Errors {
  static func compose() {
    do {
      try check()
      Handled.afterACall.provide(with: 1)
      // fault: warning: Client provides Handled.afterACall, which Errors needs, only under a condition
    } catch {
      print(error)
    }
    do {
      Handled.beforeACall.provide(with: try? check())
      try check()
      Handled.inBothBlocks.provide(with: 1)
    } catch is CancellationError {
      Handled.inBothBlocks.provide(with: 2)
    } catch {
      Handled.inBothBlocks.provide(with: 3)
    }
    // fault: warning: Client provides Handled.inCatch, which Errors needs, only under a condition
    do { try check() } catch { Handled.inCatch.provide(with: 1) }
    do {
      try check()
      Handled.unlessItStops.provide(with: 1)
    } catch {
      stop(error)
    }
    try? composeAfterACall()
    do { try composeOrThrow() } catch { composeInstead() }
    do {
      let tasks = [{ try check() }]
      do { try check() } catch { print(error) }
      Handled.afterAClosure.provide(with: tasks.count)
    } catch {}
    print(Handled.afterACall.resolve(), Handled.beforeACall.resolve() as Any, Handled.inBothBlocks.resolve())
    print(Handled.unlessItStops.resolve(), Handled.attempted.resolve(), Handled.thrown.resolve())
    print(Handled.inCatch.resolve(), Handled.afterAClosure.resolve())
    composeUnlessItReturns()
  }
  static func composeAfterACall() throws {
    // fault: warning: Client provides Handled.attempted, which Errors needs, only under a condition
    try check()
    Handled.attempted.provide(with: 1)
  }
  static func composeOrThrow() throws {
    try check()
    Handled.thrown.provide(with: 1)
  }
  static func composeInstead() { Handled.thrown.provide(with: 2) }
  static func composeUnlessItReturns() {
    do {
      try check()
      Handled.unlessItReturns.provide(with: 1)
    } catch {
      return
    }
    print(Handled.unlessItReturns.resolve())
  }
  static func check() throws { if CommandLine.argc == 8 { throw CancellationError() } }
  static func stop(_ error: any Error) -> Never { fatalError("\(error)") }
}

enum Handled {
  static let afterACall = Injection<Int>.required("provided after a call that can throw an error")
  static let beforeACall = Injection<Void?>.required("provided before a call that can throw an error")
  static let inBothBlocks = Injection<Int>.required("provided after a call, and if it throws an error")
  static let inCatch = Injection<Int>.required("provided if a call throws an error")
  static let unlessItStops = Injection<Int>.required("provided after a call whose error stops the program")
  static let attempted = Injection<Int>.required("provided after a call by a function whose errors are ignored")
  static let thrown = Injection<Int>.required("provided by a function or if it throws an error")
  static let unlessItReturns = Injection<Int>.required("provided after a call whose error leaves the function")
  static let afterAClosure = Injection<Int>.required("provided after a closure and after a handled call")
}

@MainActor enum Flags {
  static func compose() {
    // fault: warning: Client provides Flagged.inHelper, which Flags needs, only under a condition
    ifEnabled("a") { Flagged.inHelper.provide(with: 1) }
    inEachCase { Flagged.inEachCase.provide(with: 1) }
    print(Flagged.inHelper.resolve() + Flagged.inEachCase.resolve() + (Flagged.optional.resolveIfProvided() ?? 0))
    // fault: error: Client does not provide Flagged.needed, which Flags needs
    print(get(Flagged.needed) + count([Flagged.inspected]))
    print(FlaggedReader().number)
    record(Flagged.recorded)
    // fault: error: Client does not provide Flagged.recorded, which Flags needs
    print(Flagged.recorded.resolve())
    // fault: warning: Client provides Flagged.neededAfterAnExit, which Flags needs, only under a condition
    if CommandLine.argc == 3 { Flagged.neededAfterAnExit.provide(with: 1) }
    useAfterAnExit()
  }
  static func record(_ injection: Injection<Int>) {
    list.append(injection)
    Flagged.inEachCase.provide(with: 2)
  }
  static var list: [Injection<Int>] = []
  static func useAfterAnExit() {
    if CommandLine.argc == 4 { return }
    print(Flagged.neededAfterAnExit.resolve())
  }
  static func ifEnabled(_ name: String, _ body: () -> Void) { if CommandLine.arguments.contains(name) { body() } }
  static func inEachCase(_ body: () -> Void) { if CommandLine.argc == 1 { body() } else { body() } }
  static func get<Value>(_ injection: Injection<Value>) -> Value { injection.resolve() }
  static func count<Value>(_ injections: [Injection<Value>]) -> Int { injections.count }
}

@MainActor final class FlaggedReader {
  // fault: error: Client does not provide Flagged.wrapped, which FlaggedReader needs
  @Wrapped(Flagged.wrapped) var number
  init() {}
}
@MainActor @propertyWrapper struct Wrapped {
  let injection: Injection<Int>
  init(_ injection: Injection<Int>) { self.injection = injection }
  var wrappedValue: Int { injection.resolve() }
}

enum Flagged {
  static let inHelper = Injection<Int>.required("provided by a closure that a helper perhaps calls")
  static let inEachCase = Injection<Int>.required("provided by a closure that a helper calls in both branches")
  static let optional = Injection<Int>.required("resolved only if it is provided")
  static let needed = Injection<Int>.required("resolved by a function that gets it")
  static let inspected = Injection<Int>.required("counted by a function that gets it")
  static let wrapped = Injection<Int>.required("resolved by a property wrapper")
  static let recorded = Injection<Int>.required("kept by a function that provides another injection")
  static let neededAfterAnExit = Injection<Int>.required("provided in a branch, and used after another exit")
}

extension Injection {
  func resolveIfProvided() -> Value? { isProvided ? resolve() : nil }
}
