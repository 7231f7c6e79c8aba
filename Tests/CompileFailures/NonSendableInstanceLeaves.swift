// expect: non-Sendable type 'Draft' of property 'draft' cannot exit main actor-isolated context
import Vial

final class Draft {}

@MainActor let drafts = Injection(strategy: .singleton, instance: Draft())

final class Owner: Sendable {
  @Instance(drafts) var draft

  nonisolated init() {}
}

func use(_ owner: Owner) async {
  _ = await owner.draft
}
