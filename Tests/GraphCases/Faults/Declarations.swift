import SwiftUI
import Vial
import VialSwiftUI

@MainActor package enum Declarations {
  // fault: warning: computed property
  static var computed: Injection<Session> { Injection(strategy: .singleton, instance: Session()) }
  // fault: warning: computed property
  static var computedFamily: InjectionFamily<Int, Int> {
    InjectionFamily(strategy: .singleton) { $0 }
  }
  // fault: warning: computed property
  static var computedFlow: InjectionFlow { InjectionFlow("computed") }
  // fault: warning: resolves Captives.session once
  static let kept = Captives.session.resolve()
  // fault: warning: resolves Captives.session once
  static let keptModel = Keeper(Captives.session.resolve())
  static var alias: Injection<Session> { Captives.session }
  static let closure = { @MainActor in Captives.session.resolve() }
  static let consumer = Instance(Captives.session)
  static let applied: Injection<Session> = { Injection(strategy: .singleton, instance: Session()) }()
  static var current: Session { Captives.session.resolve() }
}

// fault: warning: resolves Captives.token once
@MainActor let global = Captives.token.resolve()

struct Screen: View {
  // fault: error: use @ViewInstance
  @Instance(Captives.session) var session
  @ViewInstance(Captives.session) var model
  var body: some View { Text(model.name) }
  @MainActor final class Coordinator { @Instance(Captives.session) var session }
}

@MainActor struct Late {
  // fault: error: use @ViewInstance
  @DynamicInstance(Captives.session) var session
}

extension Late: View { var body: some View { Text("") } }
struct Value { @Instance(Captives.session) var session }
