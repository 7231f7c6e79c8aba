extension OverrideScope {
  /// The name by which the runtime finds this class in the copy of the library that the process has loaded first.
  nonisolated static let mangledName = "4Vial13OverrideScopeC"

  /// Whether the process contains another copy of the library, to which the name of a type refers.
  ///
  /// This is `false` in the first copy that the process has loaded. The first use of this property in the second copy writes
  /// a message to standard error.
  package nonisolated static let isInSecondCopy: Bool = {
    guard let type = _typeByName(mangledName), type != OverrideScope.self else { return false }
    StandardError().write("Vial: \(DiagnosticID.twoCopies.ending(secondCopyMessage))\n")
    return true
  }()

  /// Writes the message, once, if this is the second copy.
  static func reportSecondCopy() { _ = isInSecondCopy }

  package nonisolated static let secondCopyMessage = """
    This process contains two copies of Vial, which share neither overrides nor instances. An override in one has no effect \
    on code that uses the other. Link Vial once, as described in the article "Linking Vial once".
    """
}
