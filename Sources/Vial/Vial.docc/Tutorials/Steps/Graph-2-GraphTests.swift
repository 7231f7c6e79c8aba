import Testing
import Vial
import VialInspection
import VialTesting

@testable import Station

@Suite(.overrideScope(.isolated, live: .allowed))
@MainActor struct GraphTests {
  @Test func announcingResolvesTimetableClockAndAnnouncers() {
    let graph = InjectionGraph.record {
      _ = AnnouncementModel().announceNext()
    }

    #expect(
      graph.edges.map { "\($0.from.name) → \($0.to.name)" } == [
        "AnnouncementModel → any Announcer[hall]",
        "AnnouncementModel → any Announcer[platform]",
        "AnnouncementModel → any Timetable",
        "any Timetable → any WallClock",
      ]
    )
  }

  @Test func noInstanceIsCaptive() {
    let graph = InjectionGraph.record {
      _ = AnnouncementModel().announceNext()
      ChoiceModel().choose("Bern")
      PaymentModel().pay()
    }

    #expect(graph.captiveDependencies.isEmpty)
  }
}
