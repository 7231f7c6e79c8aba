/// A token that withdraws an implementation of a required injection.
///
/// Every `provide` returns a token, which can be ignored. A token retains neither the implementation nor its instance.
///
/// ```swift
/// let provision = session.provide(with: Session(account))
/// provision.withdraw()
/// ```
public struct Provision: Sendable {
  let scope: WeakScope
  weak let record: InjectionRecord?
  package let number: ProviderNumber

  /// The required injection.
  public let declaration: InjectionDeclaration

  @MainActor init(
    _ number: ProviderNumber,
    of record: InjectionRecord,
    _ declaration: InjectionDeclaration,
    in scope: OverrideScope
  ) {
    self.number = number
    self.record = record
    self.scope = WeakScope(scope)
    self.declaration = declaration
  }
}
