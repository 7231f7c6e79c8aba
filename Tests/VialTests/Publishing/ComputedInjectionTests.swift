#if DEBUG
import Foundation
import Testing

@testable import Vial

private enum Services {
  @MainActor static var computed: Injection<Int> {
    Injection(strategy: .singleton, instance: 1, fileID: "App/Services.swift", line: 4)
  }

  @MainActor static var family: InjectionFamily<Int, String> {
    InjectionFamily(strategy: .singleton, fileID: "App/Services.swift", line: 8) { "\($0)" }
  }

  @MainActor static let published = Injection(strategy: .singleton, instance: 1)
}

/// A computed property publishes another injection at each use, which goes away with its override: a debug
/// build says so, once for each line that publishes.
@MainActor struct ComputedInjectionTests {

  enum Place: CaseIterable, Codable {
    case outside
    case inAScope
    case inAScopeAmongOthers
  }

  private static func override() {
    Services.computed.override(with: 2, fileID: "App/Tests.swift", line: 7)
    precondition(Services.computed.resolve() == 1)
  }

  @Test func oneThatItsScopeHasResolvedBeforeIsReportedToo() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withOverrideScope {
          let computed = Services.computed
          _ = OverrideScope.outside.run { computed.resolve() }
          _ = computed.resolve()
          computed.override(with: 2)
        }
      }
    }

    #expect(text(result).contains("Int (App/Services.swift:4) is gone while it is overridden"))
  }

  @Test func whatIsRolledBackOrPublishedIsNotReported() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        Services.published.override(with: 2)
        let computed = Services.computed
        let token = computed.override(with: 2)
        token.rollback()
        withOverrideScope {
          Services.published.override(with: 2)
          computed.override(with: 2)
        }
        precondition(computed.resolve() == 1)
      }
    }

    #expect(!text(result).contains("is gone"))
  }

  @Test func aStrictFailureNamesTheOtherInjectionOfTheLine() {
    let reports = Box<[LiveResolve]>([])
    let scope = OverrideScope(ofTest: nil, named: "a test")
    scope.becomeStrict { reports.content.append($0) }
    defer { scope.end() }

    scope.run {
      let overridden = Services.computed
      overridden.override(with: 2, fileID: "App/Tests.swift", line: 7)
      _ = (Services.computed.resolve(), Services.published.resolve())
      withExtendedLifetime(overridden) {}
    }

    #expect(reports.content.map { $0.sibling.map { "\($0)" } } == ["App/Tests.swift:7", nil])
  }

  /// The family is overridden, and a key of another one is resolved.
  @Test func aStrictFailureOfAKeyNamesTheOtherFamilyOfTheLine() {
    let reports = Box<[LiveResolve]>([])
    let scope = OverrideScope(ofTest: nil, named: "a test")
    scope.becomeStrict { reports.content.append($0) }
    defer { scope.end() }

    scope.run {
      let overridden = Services.family
      overridden.override(with: { "\($0)" }, fileID: "App/Tests.swift", line: 9)
      _ = Services.family.resolve(1)
      withExtendedLifetime(overridden) {}
    }

    #expect(reports.content.map { $0.sibling.map { "\($0)" } } == ["App/Tests.swift:9"])
  }

  @Test func anEndedScopeSaysThatItTakesNoOverride() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let session = Injection<Int>.required("a session", fileID: "App/Session.swift", line: 2)
        let scope = OverrideScope()
        scope.end()
        scope.run {
          Services.published.override(with: 2, fileID: "App/Tests.swift", line: 7)
          session.provide(with: 2, fileID: "App/Tests.swift", line: 8)
        }
      }
    }

    let said = text(result)
    #expect(said.contains("overridden at App/Tests.swift:7 in a scope that has ended: no effect."))
    #expect(said.contains("is provided at App/Tests.swift:8 in a scope that has ended: no effect."))
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}
#endif
