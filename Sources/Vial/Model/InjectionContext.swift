/// A way in which the process was started: for a preview, for tests, or with a launch argument.
///
/// ```swift
/// @MainActor public let api = Injection<any API>(strategy: .singleton, instance: LiveAPI())
///   .when(.preview, instance: SampleAPI())
///   .when(.launchArgument("-mock-api"), instance: RecordedAPI())
/// ```
///
/// A context is evaluated each time an instance is built, and at each resolve of a required injection.
public struct InjectionContext: Sendable, CustomStringConvertible {
  /// The context as code spells it.
  public let description: String
  private let condition: @Sendable () -> Bool

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - description: The name of the context in descriptions.
  ///   - isActive: Returns whether the process runs in the context. The closure must be cheap, always return the same
  ///     value, and not use injections.
  public init(_ description: String, isActive: @escaping @Sendable () -> Bool) {
    self.description = description
    condition = isActive
  }

  /// Whether the process runs in the context.
  public var isActive: Bool { condition() }

  /// The process shows a preview in Xcode.
  public static let preview = InjectionContext("preview") { environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" }

  /// The process runs tests, with XCTest or with Swift Testing.
  public static let test = InjectionContext("test") {
    environment("XCTestConfigurationFilePath") != nil || environment("XCTestBundlePath") != nil
      || CommandLine.arguments.contains { argument in
        argument == "--testing-library" || argument.hasSuffix(".xctest") || argument.hasSuffix("/xctest")
      }
  }

  /// The process was started with an argument, such as one that a UI test or a scheme passes.
  ///
  /// - Parameter argument: The whole argument, such as `-mock-api`.
  /// - Returns: The context.
  public static func launchArgument(_ argument: String) -> InjectionContext {
    InjectionContext("launchArgument(\"\(argument)\")") { CommandLine.arguments.dropFirst().contains(argument) }
  }
}
