import Vial

// Injections that functions, property wrappers and collections get, perhaps to resolve them.

@MainActor prefix func ^ <Value>(injection: Injection<Value>) -> Value { injection.resolve() }
prefix operator ^
@MainActor @propertyWrapper struct Eagerly {
  let wrappedValue: Int
  init(_ injection: Injection<Int>) { wrappedValue = injection.resolve() }
}
@MainActor @propertyWrapper struct AtEachRead {
  let injection: Injection<Int>
  init(_ injection: Injection<Int>) { self.injection = injection }
  var wrappedValue: Int { injection.resolve() }
}
@MainActor @propertyWrapper struct Injected<Value> {
  private let instance: Instance<Value>
  init(_ injection: @autoclosure @escaping @MainActor @Sendable () -> Injection<Value>) {
    instance = Instance(injection())
  }
  var wrappedValue: Value { instance.wrappedValue }
}
@MainActor final class EagerReader {
  @Eagerly(Passing.eagerValue) var number
  init() {}
}
@MainActor final class EachReader {
  @AtEachRead(Passing.readValue) var number
  init() {}
}
@MainActor final class InjectedReader {
  @Injected(Captives.session) var session
  init() {}
}

@MainActor package enum Passing {
  // fault: warning: dependency cycle, if the code takes a branch: Passing.got → Passing.getting → Passing.got
  static let got: Injection<Int> = .init(strategy: .singleton) { get(getting) }
  static let getting: Injection<Int> = .init(strategy: .singleton) { got.resolve() }
  // fault: warning: dependency cycle, if the code takes a branch
  static let gotByOthers: Injection<Int> = .init(strategy: .singleton) { getTwice(gettingByOthers) }
  static let gettingByOthers: Injection<Int> = .init(strategy: .singleton) { gotByOthers.resolve() }
  // fault: warning: dependency cycle, if the code takes a branch
  static let applying: Injection<Int> = .init(strategy: .singleton) { 1 + ^operand }
  static let operand: Injection<Int> = .init(strategy: .singleton) { applying.resolve() }
  // fault: warning: dependency cycle, if the code takes a branch
  static let eager: Injection<EagerReader> = .init(strategy: .singleton, instance: EagerReader())
  static let eagerValue: Injection<Int> = .init(strategy: .singleton) { ObjectIdentifier(eager.resolve()).hashValue }
  // fault: warning: dependency cycle, if the code takes a branch
  static let mapped: Injection<Int> = .init(strategy: .singleton) { [mappedValue].map { $0.resolve() }.reduce(0, +) }
  static let mappedValue: Injection<Int> = .init(strategy: .singleton) { mapped.resolve() }
  // fault: warning: dependency cycle, if the code takes a branch
  static let looped: Injection<Int> = .init(strategy: .singleton) { sum([loopedValue]) }
  static let loopedValue: Injection<Int> = .init(strategy: .singleton) { looped.resolve() }
  // fault: warning: dependency cycle, if the code takes a branch
  static let listed: Injection<Int> = .init(strategy: .singleton) {
    all.reduce(0) { sum, other in sum + other.resolve() }
  }
  static let element: Injection<Int> = .init(strategy: .singleton) { listed.resolve() }
  static let all = [element]
  // fault: warning: dependency cycle, if the code takes a branch
  static let gotAgain: Injection<Int> = .init(strategy: .singleton) { getNowAndLater(gettingAgain)() }
  static let gettingAgain: Injection<Int> = .init(strategy: .singleton) { gotAgain.resolve() }
  static let read: Injection<EachReader> = .init(strategy: .singleton, instance: EachReader())
  static let readValue: Injection<Int> = .init(strategy: .singleton) { ObjectIdentifier(read.resolve()).hashValue }
  static let stored: Injection<@MainActor () -> Int> = .init(strategy: .singleton) { store(storedValue) }
  static let storedValue: Injection<Int> = .init(strategy: .singleton) { stored.resolve()() }
  static let asked: Injection<Bool> = .init(strategy: .singleton) { isProvided(askedValue) }
  static let askedValue: Injection<Int> = .init(strategy: .singleton) { asked.resolve() ? 1 : 2 }
  static let counted: Injection<Int> = .init(strategy: .singleton) { [countedValue].map { "\($0)" }.count }
  static let countedValue: Injection<Int> = .init(strategy: .singleton) { counted.resolve() }
  // fault: error: dependency cycle: Passing.made → Passing.madeOther → Passing.made
  static let made: Injection<Int> = make { madeOther.resolve() }
  static let madeOther: Injection<Int> = make { made.resolve() }
  static let madeLate: Injection<@MainActor () -> Int> = make { { madeLateOther.resolve() } }
  static let madeLateOther: Injection<Int> = make { madeLate.resolve()() }
  // fault: warning: captive dependency: Passing.madeKeeper (.singleton) keeps Captives.session
  static let madeKeeper: Injection<Keeper> = make { Keeper(Captives.session.resolve()) }
  // fault: warning: captive dependency: Passing.injected (.singleton) keeps Captives.session
  static let injected: Injection<InjectedReader> = .init(strategy: .singleton, instance: InjectedReader())
  static func get(_ injection: Injection<Int>) -> Int { injection.resolve() }
  static func getTwice(_ injection: Injection<Int>) -> Int { get(injection) + get(injection) }
  static func store(_ injection: Injection<Int>) -> @MainActor () -> Int { { injection.resolve() } }
  static func getNowAndLater(_ injection: Injection<Int>) -> @MainActor () -> Int {
    let number = injection.resolve()
    return { number + injection.resolve() }
  }
  static func isProvided(_ injection: Injection<Int>) -> Bool { injection.isProvided }
  static func sum(_ injections: [Injection<Int>]) -> Int {
    var sum = 0
    for injection in injections { sum += injection.resolve() }
    return sum
  }
  static func make<Value>(_ factory: @escaping @MainActor @Sendable () -> Value) -> Injection<Value> {
    Injection(strategy: .singleton, factory)
  }
}

enum Mode { case first, second }

@MainActor enum Reading {
  static let mode = Injection<Mode>(strategy: .expiring(after: .seconds(1)), instance: .first)
  static let isOn = Injection<Bool>(strategy: .expiring(after: .seconds(1)), instance: true)
  static let number = Injection<Int>(strategy: .expiring(after: .seconds(1)), instance: 1)
  static let bySwitch = Injection<[Int]>(strategy: .singleton) {
    switch mode.resolve() {
    case .first: [1]
    case .second: [2]
    }
  }
  static let byCondition = Injection<[Int]>(strategy: .singleton) { if isOn.resolve() { [1] } else { [2] } }
  static let byComparison = Injection<[Int]>(strategy: .singleton) { Reading.mode.resolve() == .first ? [1] : [2] }
  static let byOperator = Injection<[Bool]>(strategy: .singleton) { [!isOn.resolve(), 1 < number.resolve()] }
  static let byChoice = Injection<[Int]>(strategy: .singleton) { isOn.resolve() ? [1] : [2] }
  static let byPrinting = Injection<[Int]>(strategy: .singleton) {
    print(number.resolve())
    return []
  }
  // fault: warning: captive dependency
  static let kept = Injection<[Int]>(strategy: .singleton) { isOn.resolve() ? [number.resolve()] : [] }
  // fault: warning: captive dependency
  static let keptSum = Injection<[Int]>(strategy: .singleton) { [number.resolve() + 1] }
}

enum Action { case run(@MainActor () -> Int) }

@MainActor enum Closures {
  // fault: warning: dependency cycle, if the code takes a branch
  static let optional: Injection<Int> = .init(strategy: .singleton) { orNil(false) { optionalValue.resolve() } ?? 1 }
  static let optionalValue: Injection<Int> = .init(strategy: .singleton) { optional.resolve() }
  // fault: error: dependency cycle: Closures.called → Closures.calledValue → Closures.called
  static let called: Injection<Int> = .init(strategy: .singleton) { inEachCase(false) { calledValue.resolve() } }
  static let calledValue: Injection<Int> = .init(strategy: .singleton) { called.resolve() }
  static let action: Injection<Action> = .init(strategy: .singleton, instance: .run { actionValue.resolve() })
  static let actionValue: Injection<Int> = .init(strategy: .singleton) {
    if case .run(let action) = action.resolve() { action() } else { 1 }
  }
  static func orNil(_ flag: Bool, _ make: () -> Int) -> Int? { flag ? make() : nil }
  static func inEachCase(_ flag: Bool, _ make: () -> Int) -> Int { if flag { make() } else { 1 + make() } }
}

@MainActor let constantStrategy = InjectionStrategy.flow(Captives.flow)

@MainActor enum Strategies {
  static let ofConstant = Injection(strategy: constantStrategy, instance: Session())
  // fault: warning: captive dependency: Strategies.keeper (.singleton) keeps Strategies.ofConstant (.flow(Captives.flow))
  static let keeper = Injection(strategy: .singleton, instance: Keeper(ofConstant.resolve()))
  static let inConstant = Injection(strategy: constantStrategy, instance: Keeper(ofConstant.resolve()))
}

@MainActor enum Erased {
  // fault: warning: keeps the object that this code assigns, which has the consumer Parent.session
  static let object: AnyObject = Parent()
  // fault: warning: keeps the object that this code assigns, which has the consumer Parent.session
  static let value: Any = Parent()
  static let plain: Any = Plain()
  static let count: Any = [Parent()].count
  static var list: [Parent] = []
  static var plainList: [Plain] = []
  static func fill() {
    // fault: warning: keeps the object that this code assigns, which has the consumer Parent.session
    list.append(Parent())
    plainList.append(Plain())
    // fault: warning: keeps the object that this code assigns, which has the consumer Parent.session
    OtherFile.parent = Parent()
    OtherFile.weakParent = Parent()
  }
}

@MainActor package struct Holder {
  let injection: Injection<Int>
  package init(injection: Injection<Int>) { self.injection = injection }
  package func read() -> Int { injection.resolve() }
}

@MainActor package enum Held {
  package static let byClient = Injection<Int>.required("held by an object of one executable")
  package static let byLauncher = Injection<Int>.required("held by an object of another executable")
}
