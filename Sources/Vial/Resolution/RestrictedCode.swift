/// Code of the application that must not use injections, because it runs while an operation searches or changes a list.
enum RestrictedCode {
  /// The validity check of an instance, or the clock of an `.expiring` strategy.
  case validityCheck(of: InjectionDeclaration)

  /// `==`, `hash(into:)` or `description` of a key of a family.
  case keyMethod(of: InjectionStorage)

  /// The closure of a context of an injection that a provider publishes.
  case context(of: Provider)
}
