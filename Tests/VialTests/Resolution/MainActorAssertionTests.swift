#if DEBUG
import Swift5Fixture
import Testing
import Vial

@MainActor private let required = Injection<Bool>.required("a session")

/// Debug builds stop if a module in Swift 5 language mode uses injections off the main actor.
///
/// The system writes the message, which differs between platforms.
@MainActor struct MainActorAssertionTests {
  enum Use: CaseIterable, Codable {
    case resolve, read, readAgain, readAnAssignedInstance, readWeakly, lookUpAKey
    case override, provide, readTheCache, clear, rollBack, withdraw, endAScope
  }

  private static func client(_ use: Use) -> Client {
    let injection = Injection(strategy: .singleton, instance: true)
    return switch use {
    case .resolve: Clients.resolving(injection)
    case .read: Clients.reading(injection)
    case .readAgain: Clients.readingAgain(injection)
    case .readAnAssignedInstance: Clients.readingAnAssignedInstance(injection)
    case .readWeakly: Clients.readingWeakly(injection)
    case .lookUpAKey: Clients.lookingUpAKey(of: InjectionFamily(strategy: .singleton) { _ in true })
    case .override: Clients.overriding(injection)
    case .provide: Clients.providing(required)
    case .readTheCache: Clients.readingTheCache(of: injection)
    case .clear: Clients.clearing(injection)
    case .rollBack: Clients.rollingBack(injection.override(with: false))
    case .withdraw: Clients.withdrawing(required.provide(with: true))
    case .endAScope: Clients.ending(OverrideScope())
    }
  }

  @Test(.exitTest, arguments: Use.allCases) func useOffTheMainActorStops(use: Use) async {
    await #expect(processExitsWith: .failure) { [use = use as Use] in
      await MainActor.run { Self.client(use).checkOnAnotherThread() }
    }
  }

  @Test func sameClosuresRunOnTheMainActor() {
    for use in Use.allCases { expect(Self.client(use).check(), "\(use)") }
  }
}
#endif
