/// The stable name of a message, with which the message ends, in brackets.
///
/// `Docs/Diagnostics.json` describes each of them. The messages of the compiler are literals in `UnavailableOverloads.swift`.
package enum DiagnosticID: String {
  /// A factory needs the instance that it is building.
  case cycle

  /// A factory resolves its own injection in scope after scope, or its own family with key after key.
  case nestedBuilds = "nested-builds"

  /// Another task resolves an injection while the factory of the injection runs.
  case factoryOfAnotherTask = "factory-of-another-task"

  /// A validity check or a custom clock uses injections.
  case checkUsesInjections = "check-uses-injections"

  /// `==`, `hash(into:)` or `description` of a key uses injections.
  case keyUsesInjections = "key-uses-injections"

  /// The condition of a context uses injections, or inspects the injection that it decides about.
  case contextUsesInjections = "context-uses-injections"

  /// A required injection has no implementation.
  case missingImplementation = "missing-implementation"

  /// An implementation is provided or withdrawn for an injection that is not required.
  case notRequired = "not-required"

  /// An override is made in the global scope after the seal.
  case sealedOverride = "sealed-override"

  /// A release action would never run, because no cache owns the instances.
  case unusedReleaseAction = "unused-release-action"

  /// An injection, a family or a flow is published in a computed property.
  case computedProperty = "computed-property"

  /// An override or an implementation has no effect, because its scope has ended.
  case endedScope = "ended-scope"

  /// An injection with the strategy `.shared` provides values, which cannot be shared.
  case sharedValue = "shared-value"

  /// The process contains two copies of the library.
  case twoCopies = "two-copies"

  /// A recording or a profile begins while an operation is running.
  case recordingInOperation = "recording-in-operation"

  /// A long-lived instance retains a short-lived one.
  case captive

  /// Returns the text of a message with the name at its end.
  package func ending(_ text: String) -> String { "\(text) [\(rawValue)]" }
}
