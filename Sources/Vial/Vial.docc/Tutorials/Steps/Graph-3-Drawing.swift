import Vial
import VialInspection

@MainActor func drawing() -> String {
  InjectionGraph.record {
    _ = AnnouncementModel().announceNext()
    ChoiceModel().choose("Bern")
  }.mermaid
}
