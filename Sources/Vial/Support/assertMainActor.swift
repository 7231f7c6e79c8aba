/// Stops a debug build that uses injections off the main actor, which the compiler permits in some code of Swift 5 modules.
@MainActor @usableFromInline func assertMainActor() {
  #if DEBUG
  MainActor.assertIsolated()
  #endif
}
