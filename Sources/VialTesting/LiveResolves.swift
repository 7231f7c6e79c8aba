import Testing
import Vial

/// The live resolves in the strict scope of one test, each an issue of that test (rule 22).
@MainActor
final class LiveResolves {
  private let test: Test

  /// What was resolved where Swift Testing cannot tell whose test it is.
  ///
  /// A detached task or a dispatch block that continues the scope is such a place: an issue recorded
  /// there would belong to no test.
  private var unattributed: [InjectionDeclaration] = []

  nonisolated init(of test: Test) {
    self.test = test
  }

  func report(in scope: OverrideScope?) {
    scope?.becomeStrict { declaration in
      if Test.current?.id == self.test.id {
        self.record(declaration)
      } else {
        self.unattributed.append(declaration)
      }
    }
  }

  /// Records, in the task of the test, what could not be recorded when it happened.
  func recordRest() {
    for declaration in unattributed { record(declaration) }
    unattributed = []
  }

  private func record(_ declaration: InjectionDeclaration) {
    Issue.record(
      """
      \(declaration) was resolved live, and this test runs in a strict override scope, where it \
      has to override all that it uses. Write in the trait's closure, or before the first use: \
      \(declaration.overrideToWrite) is what \(declaration.callSite) publishes.
      """,
      sourceLocation: test.sourceLocation
    )
  }
}

extension InjectionDeclaration {
  /// The line that overrides, up to what the name in it stands for.
  fileprivate var overrideToWrite: String {
    isKeyed
      ? "`family.override(with: { key in … })`, where `family`"
      : "`injection.override(with: …)`, where `injection`"
  }
}
