import Vial

// Injections that no code uses, that only such injections use, and their innocent neighbours, for the rule `unused`, which is off
// by default.

@MainActor package enum Uses {
  static let byNobody = Injection(strategy: .singleton, instance: Wheels(byAFactory.resolve()))
  static let byAFactory = Injection(strategy: .singleton, instance: Session())
  static let buildsAType = Injection(strategy: .singleton, instance: Cart())
  static let byAType = Injection(strategy: .singleton, instance: Session())
  package static let byATest = Injection(strategy: .singleton, instance: 1)
  static let byAFactoryAndCode = Injection(strategy: .singleton, instance: Session())
  static let alsoByNobody = Injection(strategy: .singleton, instance: Wheels(byAFactoryAndCode.resolve()))
  static let byATypeOfCode = Injection(strategy: .singleton, instance: Session())
  static let bySecond: Injection<First> = .init(strategy: .singleton, instance: First())
  static let byFirst: Injection<Second> = .init(strategy: .singleton, instance: Second())
  static let byItself: InjectionFamily<Int, Int> = .init(strategy: .singleton) { key in
    key == 0 ? 0 : byItself.resolve(key - 1)
  }
  static let bySecondAndCode: Injection<FirstOfCode> = .init(strategy: .singleton, instance: FirstOfCode())
  static let byFirstOfCode: Injection<SecondOfCode> = .init(strategy: .singleton, instance: SecondOfCode())
  static let hosted = Injection(strategy: .singleton, instance: "\(Hosts.main.name) \(Hosts.made().name)")
  static let byAMadeOne = Injection(strategy: .singleton, instance: 1)
  static let made: Injection<Int> = Passing.make { byAMadeOne.resolve() }
  static func use() {
    _ = (byAFactoryAndCode.resolve(), Bus(), hosted.resolve(), bySecondAndCode.resolve(), made.resolve())
  }
}

@MainActor final class Wheels { init(_ session: Session) {} }
@MainActor final class First { @Instance(Uses.byFirst) var second }
@MainActor final class Second { @Instance(Uses.bySecond) var first }
@MainActor final class FirstOfCode { @Instance(Uses.byFirstOfCode) var second }
@MainActor final class SecondOfCode { @Instance(Uses.bySecondAndCode) var first }
@MainActor final class Cart { @Instance(Uses.byAType) var session }
@MainActor final class Bus { @Instance(Uses.byATypeOfCode) var session }

/// A type of which a factory uses a static member, and that the factory does not build.
struct Hosts {
  let name: String
  static let main = Hosts(name: "main")
  static func made() -> Other { Other(name: "other") }
  struct Other { let name: String }
}
