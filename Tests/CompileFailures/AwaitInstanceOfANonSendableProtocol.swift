// expect: non-Sendable type 'any Repository' of property 'repo' cannot exit main actor-isolated context
import Vial

@MainActor protocol Repository: AnyObject {
  func episode(_ id: Int) -> String
}

enum Services {
  @MainActor static let repo = Injection<any Repository>.required("the episodes")
}

struct Queue: Sendable {
  @Instance(Services.repo) var repo

  func title() async -> String { await repo.episode(7) }
}
