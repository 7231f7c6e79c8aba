/// Code of the application that must not use injections, because it runs while the library searches or changes a list.
///
/// `Engine.runRestricted` runs all such code.
enum RestrictedCode {
  /// The validity check of an instance, or the clock of an `.expiring` strategy, with the line that has declared the strategy.
  case validityCheck(of: InjectionDeclaration, at: CallSite)

  /// `==`, `hash(into:)` or `description` of a key of a family.
  case keyMethod(of: InjectionRecord)

  /// The closure of a context of an injection that a provider publishes.
  case context(of: Provider)

  /// Whether the code must not run while other restricted code is running.
  ///
  /// A method of a key must not look up a key, and a context must not inspect an injection with contexts, which may have the same
  /// context.
  func isForbidden(in outerCode: RestrictedCode) -> Bool {
    switch (self, outerCode) {
    case (.keyMethod, .keyMethod), (.context, .context): true
    case (.validityCheck, _), (.keyMethod, _), (.context, _): false
    }
  }
}
