import Foundation
import Testing
import Vial

/// Every place where code of the application runs, and every use of injections in it (rule 6).
@Suite(.checksInvariants) @MainActor struct ApplicationCodeTests {
  /// The scope in which the code runs.
  ///
  /// Only code outside every scope can open the first scope of a process.
  enum Surroundings: CaseIterable, Codable {
    case global, scope

    /// Both, if the tests are thorough.
    static let tested = Array(allCases.prefix(TestSize.of(1, thorough: 2)))
  }

  /// Uses injections in a place, and stops the program if the use had no effect.
  private static func use(_ kind: InjectionUse.Kind, in name: String, _ run: (@escaping @MainActor () -> Void) -> Void)
  {
    let use = InjectionUse.prepared(kind)
    let scope = OverrideScope.current
    var runs = 0
    run {
      runs += 1
      scope.run { use.perform() }
    }
    if runs != 1 { fatalError("\(kind) ran \(runs) times in \(name).") }
    if !use.isDone() { fatalError("\(kind) did not do what it says in \(name).") }
  }

  /// Uses injections in a place of a copy of this process.
  private static func use(
    _ kind: InjectionUse.Kind,
    in name: String,
    _ surroundings: Surroundings,
    _ run: (@escaping @MainActor () -> Void) -> Void
  ) -> ForkedProcess.Result {
    ForkedProcess.run {
      switch surroundings {
      case .global: use(kind, in: name, run)
      case .scope: withOverrideScope(.isolated) { use(kind, in: name, run) }
      }
    }
  }

  /// Writes the uses that were not handled as they should be to standard error, each with the message that it wrote.
  private static func writeFailures(of results: [(kind: InjectionUse.Kind, isRight: Bool, text: String)]) {
    let failures = results.filter { !$0.isRight }.map { "\($0.kind): \($0.text.prefix { !$0.isNewline })\n" }
    FileHandle.standardError.write(Data(failures.joined().utf8))
  }

  @Test(arguments: ApplicationCode.allCases, Surroundings.tested)
  func codeThatMayUseInjectionsCanUseEverything(place: ApplicationCode, surroundings: Surroundings) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [place, surroundings] in
      await MainActor.run {
        Self.writeFailures(
          of: InjectionUse.Kind.allCases.map { kind in
            let result = Self.use(kind, in: place.rawValue, surroundings, place.run)
            return (kind, result.hasReturned && !result.hasReport, result.standardError)
          }
        )
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test(arguments: RestrictedApplicationCode.allCases, Surroundings.tested)
  func codeThatMayNotUseInjectionsIsStoppedOrDoesWhatItSays(
    place: RestrictedApplicationCode,
    surroundings: Surroundings
  ) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [place, surroundings] in
      await MainActor.run {
        Self.writeFailures(
          of: InjectionUse.Kind.allCases.map { kind in
            let result = Self.use(kind, in: place.rawValue, surroundings, place.run)
            let isStopped = !result.hasReturned && result.standardError.contains(" uses injections")
            // A check is always stopped, except that it can assign consumers and release scopes.
            let mayReturn = !place.isValidityCheck || kind == .assignConsumer || kind == .dropScope
            return (kind, (mayReturn && result.hasReturned || isStopped) && !result.hasReport, result.standardError)
          }
        )
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test(arguments: RestrictedApplicationCode.allCases)
  func codeThatMayNotUseInjectionsCanReadAConsumerThatHasItsInstance(place: RestrictedApplicationCode) {
    withOverrideScope(.isolated) {
      let owner = Owner(Injection(strategy: .singleton, instance: 1))
      expectEqual(owner.value, 1)
      var values: [Int] = []

      place.run { values.append(owner.value) }

      expectEqual(values, [1])
    }
  }
}
