import Testing
import Vial

extension Test {
  /// The display name or the function name, for messages.
  var nameInMessages: String { displayName.map { "“\($0)”" } ?? name }

  /// The module of the test.
  var module: String { moduleName(ofFileID: sourceLocation.fileID) }
}

extension LiveResolve {
  var noun: String { declaration.family != nil ? "family" : "injection" }

  /// The line of a message that names the requester, with an empty line after it; an empty string without a requester.
  var requesterLine: String { requesters.last.map { "    Needed by: \($0)\n\n" } ?? "" }

  /// The message about a live use in the scope of a test: the injection, the requester, and the possible fixes, the
  /// narrowest permission first.
  ///
  /// - Parameters:
  ///   - test: The name of the test.
  ///   - setUp: The place in which the tests of the suite share their overrides.
  /// - Returns: The message.
  func message(in test: String, setUp: String) -> String {
    let override = declaration.family != nil ? "family.override(with: { key in … })" : "injection.override(with: …)"
    let overrideLine = "- Override the \(noun) in \(setUp), or before its first use: \(override)."
    guard !isUnprovided else {
      return """
        \(declaration) is required, and no implementation was provided in the test \(test).

        \(requesterLine)The program stops, because there is no instance to continue with.

        \(overrideLine)
        - For all tests, publish an instance with the injection: .when(.test, instance: …).
        """
    }
    return """
      \(declaration) was resolved live by the test \(test).

      \(requesterLine)A test has to override or allow each injection that it uses.

      \(overrideLine)
      - To use the live implementation in this test, allow it: \(noun).allowLive().
      - To allow what its factory resolves, too: \(noun).allowLive(includingDependencies: true).
      - If it is harmless in every test, allow it where it is published: .allowLiveInTests().
      """
  }
}
