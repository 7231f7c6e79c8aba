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

  /// Makes uses of injections in a place of a copy of this process, and writes a message if the outcome is not as expected.
  private static func use(
    _ kinds: [InjectionUse.Kind],
    in place: String,
    _ surroundings: Surroundings,
    _ run: (@escaping @MainActor () -> Void) -> Void,
    isExpected: (ForkedProcess.Result) -> Bool
  ) {
    let result = ForkedProcess.run {
      for kind in kinds {
        switch surroundings {
        case .global: use(kind, in: place, run)
        case .scope: withOverrideScope(.isolated) { use(kind, in: place, run) }
        }
      }
    }
    if isExpected(result) && !result.hasReport { return }
    let names = kinds.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("\(names) in \(place): \(result.standardError)\n".utf8))
  }

  /// The first use of each place is the first one of its process.
  @Test(.exitTest, arguments: Surroundings.tested)
  func codeThatMayUseInjectionsCanUseEverything(surroundings: Surroundings) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [surroundings] in
      await MainActor.run {
        for place in ApplicationCode.allCases {
          Self.use(InjectionUse.Kind.allCases, in: place.rawValue, surroundings, place.run) { $0.hasReturned }
        }
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test(.exitTest, arguments: Surroundings.tested)
  func codeThatMayNotUseInjectionsIsStoppedOrDoesWhatItSays(surroundings: Surroundings) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [surroundings] in
      await MainActor.run {
        for (place, kind) in pairs(RestrictedApplicationCode.allCases, InjectionUse.Kind.allCases) {
          Self.use([kind], in: place.rawValue, surroundings, place.run) { result in
            // A check is always stopped, except that it can assign consumers and release scopes.
            let mayReturn = !place.isValidityCheck || kind == .assignConsumer || kind == .dropScope
            let isStopped = !result.hasReturned && result.standardError.contains(" uses injections")
            return isStopped || mayReturn && result.hasReturned
          }
        }
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
