/// One operation of one library, which a loop repeats.
struct Operation {
  let row: Row
  let library: String
  let repeated: @MainActor (_ count: Int) -> Void
}

/// The rows of the table in `Docs/Comparison.md`.
enum Row: String, CaseIterable {
  case allocation = "make an object"
  case singleton = "resolve a singleton"
  case shared = "resolve a shared instance that is alive"
  case new = "resolve a new instance"
  case firstRead = "make a consumer and read it once"
  case furtherRead = "read it again"
  case override = "override, resolve, roll back"
  case scope = "open a test's scope, override, resolve, end it"
  case singletonInScope = "resolve in such a scope"
  case firstReadInScope = "make a consumer in such a scope and read it once"
  case singletonInFourScopes = "resolve in a scope four deep"
  case parameter = "resolve by an `Int` parameter, cached"
}

protocol Service: AnyObject, Sendable {
  func serve()
}

final class LiveService: Service {
  @inline(never) init() {}
  func serve() {}
}

/// Prevents the optimizer from removing the work that makes a service.
@MainActor @inline(never) @_optimize(none) func use(_ service: any Service) {
  service.serve()
}
