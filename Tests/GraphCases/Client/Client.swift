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
    // fault: warning: Client provides Requirements.conditional, which Model needs, only under a condition
    if isVerbose { Requirements.conditional.provide(with: 7) }
    if isVerbose { composeConditionally() }
    if isVerbose { Requirements.alternative.provide(with: 8) } else { Requirements.alternative.provide(with: 9) }
    composeUnlessDisabled()
    composeIfFlagged()
    if !Requirements.missingOnly.isProvided { Requirements.missingOnly.provide(with: 12) }
    Requirements.shared.provide(with: Requirements.sharing)
    Requirements.one.provide(with: Requirements.withOther)
    Requirements.other.provide(with: 14)
    composeMembers()
    Members.registered.register { 15 }
    print(Members.registered.resolve())
    switch CommandLine.argc {
    case 2:
      Members.command.provide(with: 16)
      print(Members.command.resolve())
    default: break
    }
    print(Members.hasOptional ? Members.optional.resolve() : 0)
    let model = TypedModel()
    model.number = 17
    print(model.number)
    let client = Client()
    client.onLaunch()
    Requirements.replacedUser.override(with: [1])
    print(Requirements.replacedUser.resolve(), Model().use() + Model().useProvided() + DefaultArguments(passed: 1).sum)
  }

  // fault: warning: Client provides Requirements.conditionalCall, which Model needs, only under a condition
  static func composeConditionally() { Requirements.conditionalCall.provide(with: 10) }
  static func composeUnlessDisabled() {
    if CommandLine.arguments.contains("-d") { return }
    // fault: warning: Client provides Requirements.skipped, which Model needs, only under a condition
    Requirements.skipped.provide(with: 11)
  }
  static func composeIfFlagged() {
    guard Requirements.provided.resolve() == 1 else { return }
    // fault: warning: Client provides Requirements.flagged, which Model needs, only under a condition
    Requirements.flagged.provide(with: 13)
  }
  static func composeLate() { Requirements.providedLate.provide(with: 4) }
  static func provide<Value>(_ value: Value, for injection: Injection<Value>) { injection.provide(with: value) }
  static func dead() { Requirements.unreachedProvision.provide(with: 5) }
}
