import Vial

@MainActor package struct Common {
  package let length: Int
  package init(of session: Session = Captives.session.resolve()) { length = session.name.count }
}

@MainActor package enum Makers {
  static func makeOne() -> [Int] { [1] }
  static func makeTwo() -> [Int] { [Spaces.source.resolve()] }
  static var three: [Int] { makeTwo() }
}

@MainActor package enum Spaces {
  static let source = Injection(strategy: .singleton, instance: 1)
  static let other = Injection(strategy: .singleton, instance: 2)
  static let one = Injection(strategy: .singleton, instance: Makers.makeOne())
  static let two = Injection(strategy: .singleton, instance: Makers.makeTwo())
  static let chosen = Injection<Choice>(strategy: .singleton, instance: Cycles.flag ? ReadingChoice() : Choice())
  static let certain = Injection<Choice>(strategy: .singleton, instance: ReadingChoice())
}

@MainActor class Choice { init() {} }
@MainActor final class ReadingChoice: Choice { @Instance(Spaces.other) var number }

@MainActor final class OneUser { let one = Makers.makeOne() + Spaces.one.resolve() }
@MainActor final class ThreeUser { let three = Makers.three }

// A type of which code calls a static function, or builds an instance, or both.
@MainActor struct Kit {
  let number = Spaces.source.resolve()
  static func makeName() -> String { "" }
}
@MainActor final class KitCaller { let names = [Kit.makeName(), "\(Spaces.other.resolve())"] }
@MainActor final class KitCallerAndBuilder { let parts = [Kit.makeName(), "\(Kit().number)"] }
@MainActor final class KitBuilderAndCaller { let parts = ["\(Kit().number)", Kit.makeName()] }

@MainActor package final class OnlyInClient {
  package let number = Spaces.other.resolve()
  package init() {}
}
@MainActor package final class InBoth {
  package let number = Spaces.other.resolve()
  package init() {}
}

@MainActor package struct Loop {
  package let number: Int
  package init() { number = Requirements.looping.resolve() }
}

@MainActor package struct LoopAgain {
  package let number: Int
  package init() { number = Overrides.loopingAgain.resolve() }
}

@MainActor package enum Requirements {
  package static let provided = Injection<Int>.required("provided by the client")
  package static let providedLate = Injection<Int>.required("provided by a method that a closure calls")
  package static let overridden = Injection<Int>.required("overridden by the client")
  package static let forwarded = Injection<Int>.required("provided by a helper")
  package static let guarded = Injection<Int>.required("perhaps missing")
  package static let unreached = Injection<Int>.required("resolved by code that the client does not call")
  package static let missing = Injection<Int>.required("missing")
  package static let unreachedProvision = Injection<Int>.required("provided by dead code")
  package static let conditional = Injection<Int>.required("provided in a branch of the client")
  package static let conditionalCall = Injection<Int>.required("provided by a function that a branch calls")
  package static let skipped = Injection<Int>.required("provided after an exit of a function")
  package static let alternative = Injection<Int>.required("provided in both branches of the client")
  package static let untested = Injection<Int>.required("provided by the client, and by some tests")
  package static let passed = Injection<Int>.required("a default argument that the client does not use")
  package static let defaulted = Injection<Int>.required("a default argument that the client uses")
  package static let flagged = Injection<Int>.required("provided if another injection says so")
  package static let missingOnly = Injection<Int>.required("provided by the client unless it is provided")
  package static let launched = Injection<Int>.required("provided in a branch of an executable that a protocol starts")
  package static let replacedUser = Injection(strategy: .onDemand, instance: [replacedOnly.resolve()])
  package static let replacedOnly = Injection<Int>.required("used by an injection that the client overrides")
  package static let common = Injection<Int>.required("provided by both executables with one initializer")
  package static let different = Injection<Int>.required(
    "provided by both executables, by one of them with this initializer"
  )
  package static let looped = Injection<Int>.required("provided by both executables with a type that needs it")
  package static let looping = Injection(strategy: .onDemand, instance: looped.resolve())
  package static let printed = Injection<Int>.required("passed to code that provides nothing")
  package static let listed = Injection<Int>.required("in a list of an executable that only provides known injections")
  package static let sealed = Injection<Int>.required("named by a seal only")
  package static let builtInTwoSteps = Injection<Int>.required("provided with a closure that returns a constant")
  package static let computedInTwoSteps = Injection<Int>.required("provided with a closure that computes")
  package static let builtInThreeSteps = Injection<Int>.required("provided with a closure that changes a variable")
  package static let builtAgain = Injection<Int>.required("provided with a closure that has no strategy")
  package static let builtOnDemand = Injection<Int>.required("provided with a closure and another strategy")
  package static let closure = Injection<@MainActor () -> Int>.required("provided with a closure that needs its user")
  package static let closureUser = Injection(strategy: .onDemand, instance: closure.resolve()())
  package static let only = Injection<[Int]>.required("provided by both executables, by one with another type")
  package static let inOneOfTwoBranches = Injection<Int>.required("provided in both branches")
  package static let crossing = Injection<Int>.required("provided by both executables, by one with the next one")
  package static let crossed = Injection(strategy: .singleton, instance: 1)
  package static let shared = Injection<Int>.required("provided by both executables")
  package static let sharing = Injection(strategy: .onDemand, instance: shared.resolve())
  package static let one = Injection<Int>.required("provided by both executables, by one of them with the other one")
  package static let other = Injection<Int>.required("provided by both executables, by one of them with the first one")
  package static let withOne = Injection(strategy: .onDemand, instance: one.resolve())
  package static let withOther = Injection(strategy: .onDemand, instance: other.resolve())
  package static let either = Injection<Int>.required("provided in both branches, in one of them with its user")
  package static let choosing = Injection(strategy: .onDemand, instance: either.resolve())
  package static let inContext = Injection<Int>.required("has an instance in another context")
    .when(.launchArgument("-context"), instance: 1)
  package static let inPreviews = Injection<Int>.required("has an instance in previews only")
    .when(.preview, instance: 1)
  package static let copied = Injection<Int>.required("provided with the instance of another injection")
  package static let returnedConstant = Injection<Int>.required("provided with a constant that a closure returns")
  package static let renamedConstant = Injection<Int>.required("provided with a constant that has another constant")
  package static let recursive = Injection<Int>.required("provided in a branch of a function that calls itself")
  package static let copiedConstant = Injection<Int>.required("provided with a constant that has another instance")
  package static let computedConstant = Injection<Int>.required("provided with a computed constant")
  package static let computedFromOther = Injection<Int>.required("provided with a part of another injection")
  package static let user = Injection(strategy: .onDemand, instance: untested.resolve())
}

@MainActor package enum Overrides {
  package static let mask = Injection<Keeper>(strategy: .singleton, instance: Keeper(Session()))
  package static let optional = Injection<Keeper>(strategy: .singleton, instance: Keeper(Session()))
  package static let kept = Injection<Keeper>(strategy: .singleton, instance: Keeper(Session()))
  // fault: warning: captive dependency: Overrides.twice (.singleton) keeps Captives.session
  package static let twice = Injection<Keeper>(strategy: .singleton, instance: makeKeeper())
  // fault: warning: captive dependency: Overrides.once (.singleton) keeps Captives.session
  package static let once = Injection<Keeper>(strategy: .singleton, instance: makeKeeper())
  package static func makeKeeper() -> Keeper { Keeper(Captives.session.resolve()) }
  package static let closure = Injection<@MainActor () -> Int>(strategy: .singleton) { { 1 } }
  package static let closureUser = Injection(strategy: .singleton, instance: closure.resolve()())
  // fault: error: dependency cycle: Overrides.loopedAgain → Overrides.loopingAgain → Overrides.loopedAgain: let LoopAgain
  package static let loopedAgain = Injection<Int>(strategy: .onDemand, instance: LoopAgain().number)
  package static let loopingAgain = Injection<Int>(strategy: .onDemand, instance: loopedAgain.resolve())
  package static let decorated = Injection<Int>(strategy: .singleton, instance: 1)
  package static let previewed = Injection<Keeper>(strategy: .singleton, instance: Keeper(Session()))
  // An executable does not reach the override.
  package static func preview() { previewed.override(with: Keeper(Captives.session.resolve())) }
}

@MainActor package struct DefaultArguments {
  package let sum: Int
  // fault: error: Client does not provide Requirements.defaulted, which DefaultArguments needs
  package init(passed: Int = Requirements.passed.resolve(), _ defaulted: Int = Requirements.defaulted.resolve()) {
    sum = passed + defaulted
  }
}

@MainActor package final class Assignable {
  @Instance(Requirements.untested) package var number
  package init() {}
  package func use() -> Int { number }
}

@MainActor package final class Model {
  @Instance(Requirements.provided) var provided
  @Instance(Requirements.providedLate) var providedLate
  @Instance(Requirements.overridden) var overridden
  // fault: error: Client does not provide Requirements.missing, which Model needs
  @Instance(Requirements.missing) var missing
  package init() {}
  package func use() -> Int {
    let guarded = Requirements.guarded.isProvided ? Requirements.guarded.resolve() : 0
    return provided + providedLate + overridden + missing + guarded + Requirements.forwarded.resolve()
      // fault: warning: no code that Client reaches
      + Requirements.unreachedProvision.resolve() + Requirements.conditional.resolve()
      + Requirements.conditionalCall.resolve() + Requirements.alternative.resolve() + Requirements.skipped.resolve()
      + useUntested()
  }
  package func useUntested() -> Int { Requirements.untested.resolve() }
  package func useProvided() -> Int { Requirements.flagged.resolve() + Requirements.missingOnly.resolve() }
  package func useUnreached() -> Int { Requirements.unreached.resolve() }
}
