extension InjectionRecord {
  /// The name of the injection in messages and events.
  ///
  /// The first use of the declaration of a key calls `description` of the key.
  var declaration: InjectionDeclaration {
    if let knownDeclaration { return knownDeclaration }
    let declaration = makeDeclaration()
    knownDeclaration = declaration
    return declaration
  }

  @inline(never) private func makeDeclaration() -> InjectionDeclaration {
    guard case .key(let key, let family, _) = kind else {
      return InjectionDeclaration(type, callSite, family: nil, keyText: nil)
    }
    let text = Engine.runRestricted(.keyMethod(of: family)) { key.text }
    return InjectionDeclaration(type, callSite, family: family.declaration, keyText: text)
  }
}
