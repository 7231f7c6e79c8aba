import SwiftUI
import Vial
import VialSwiftUI

@MainActor public enum Declarations {
  static var computed: Injection<Session> { Injection(strategy: .singleton, instance: Session()) }  // fault: warning: computed property
  static var computedFamily: InjectionFamily<Int, Int> {  // fault: warning: computed property
    InjectionFamily(strategy: .singleton) { $0 }
  }
  static var computedFlow: InjectionFlow { InjectionFlow("computed") }  // fault: warning: computed property
  static let kept = Captives.session.resolve()  // fault: warning: resolves Captives.session once
  static let keptModel = Keeper(Captives.session.resolve())  // fault: warning: resolves Captives.session once
  static var alias: Injection<Session> { Captives.session }
  static let closure = { @MainActor in Captives.session.resolve() }
  static let consumer = Instance(Captives.session)
  static let applied: Injection<Session> = { Injection(strategy: .singleton, instance: Session()) }()
  static var current: Session { Captives.session.resolve() }
}

@MainActor let global = Captives.token.resolve()  // fault: warning: resolves Captives.token once

struct Screen: View {
  @Instance(Captives.session) var session  // fault: error: use @ViewInstance
  @ViewInstance(Captives.session) var model
  var body: some View { Text(model.name) }
  @MainActor final class Coordinator { @Instance(Captives.session) var session }
}

@MainActor struct Late {
  @DynamicInstance(Captives.session) var session  // fault: error: use @ViewInstance
}

extension Late: View { var body: some View { Text("") } }
struct Value { @Instance(Captives.session) var session }
