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
  static let hosted = Injection(strategy: .singleton, instance: "\(Hosts.main.name) \(Hosts.made().name)")
  static func use() { _ = (byAFactoryAndCode.resolve(), Bus(), hosted.resolve()) }
}

@MainActor final class Wheels { init(_ session: Session) {} }
@MainActor final class Cart { @Instance(Uses.byAType) var session }
@MainActor final class Bus { @Instance(Uses.byATypeOfCode) var session }

/// A type of which a factory uses a static member, and that the factory does not build.
struct Hosts {
  let name: String
  static let main = Hosts(name: "main")
  static func made() -> Other { Other(name: "other") }
  struct Other { let name: String }
}
