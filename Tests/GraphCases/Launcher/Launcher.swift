import Faults
import Vial

@MainActor protocol Launching { init() }
extension Launching { static func main() { _ = Self() } }

@main struct Launcher: Launching {
  init() {
    // fault: warning: Launcher provides Requirements.launched, which Launcher needs, only under a condition
    if CommandLine.arguments.count > 1 { Requirements.launched.provide(with: 1) }
    print(Requirements.launched.resolve())
  }
}
