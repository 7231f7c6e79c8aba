import Faults
import Vial

@MainActor protocol Launching { init() }
extension Launching {
  static func main() {
    Members.started.provide(with: 1)
    _ = Self()
  }
}

@main struct Launcher: Launching {
  init() {
    // fault: warning: Launcher provides Requirements.launched, which Launcher needs, only under a condition
    if CommandLine.arguments.count > 1 { Requirements.launched.provide(with: 1) }
    // fault: error: dependency cycle in Launcher: Requirements.shared → Requirements.sharing → Requirements.shared
    Requirements.shared.provide(with: Requirements.sharing)
    Requirements.other.provide(with: Requirements.withOne)
    Requirements.one.provide(with: 2)
    Requirements.common.provide { Common().length }
    Requirements.different.provide(with: 1)
    Captives.providedTwice.provide(strategy: .flow(Captives.flow)) { Keeper(Captives.session.resolve()) }
    Captives.different.provide(strategy: .flow(Captives.flow)) { Keeper(Captives.session.resolve()) }
    print(Captives.providedTwice.resolve(), Captives.different.resolve())
    Held.byLauncher.provide(with: 1)
    print(Holder(injection: Held.byLauncher).read())
    print([Requirements.listed].count)
    // fault: error: Launcher does not provide Requirements.listed, which Launcher needs
    print(Requirements.listed.resolve())
    Requirements.only.provide { [InBoth().number] }
    Requirements.inOneOfTwoBranches.provide { Common().length }
    print(Requirements.inOneOfTwoBranches.resolve())
    Requirements.crossing.provide(with: 1)
    // fault: error: dependency cycle in Launcher: Requirements.looped → Requirements.looping → Requirements.looped: let Loop
    Requirements.looped.provide { Loop().number }
    print(Requirements.looped.resolve())
    print(Requirements.crossing.resolve())
    print(Requirements.common.resolve(), Requirements.different.resolve())
    print(Requirements.launched.resolve(), Members.started.resolve())
  }
}
