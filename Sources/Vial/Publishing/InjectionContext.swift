/// How the process was started: for a preview, for tests, or with some launch argument.
///
/// An injection may have another instance for it:
///
/// ```swift
/// @MainActor public let api = Injection<any API>(strategy: .singleton, instance: LiveAPI())
///   .when(.preview, instance: SampleAPI())
///   .when(.launchArgument("-mock-api"), instance: RecordedAPI())
/// ```
///
/// A context is asked each time an instance is built, and at each resolve of a required injection. It
/// is not asked otherwise.
public struct InjectionContext: Sendable, CustomStringConvertible {
  /// The context as it is spelled in code.
  public let description: String
  let isActive: @Sendable () -> Bool

  /// Makes a context of your own.
  ///
  /// - Parameters:
  ///   - description: The name that inspection shows.
  ///   - isActive: Whether the process is in the context. Make it cheap, and let its answer never
  ///     change.
  public init(_ description: String, isActive: @escaping @Sendable () -> Bool) {
    self.description = description
    self.isActive = isActive
  }

  /// The process shows a preview in Xcode.
  public static let preview = InjectionContext("preview") {
    environment("XCODE_RUNNING_FOR_PREVIEWS") == "1"
  }

  /// The process runs tests, with XCTest or with Swift Testing.
  public static let test = InjectionContext("test") {
    environment("XCTestConfigurationFilePath") != nil
      || environment("XCTestBundlePath") != nil
      || CommandLine.arguments.contains { argument in
        argument == "--testing-library" || argument.hasSuffix(".xctest")
          || argument.hasSuffix("/xctest")
      }
  }

  /// The process was started with an argument, such as one that a UI test or a scheme passes.
  ///
  /// - Parameter argument: The whole argument, such as `-mock-api`.
  /// - Returns: The context.
  public static func launchArgument(_ argument: String) -> InjectionContext {
    InjectionContext("launchArgument(\"\(argument)\")") {
      CommandLine.arguments.dropFirst().contains(argument)
    }
  }
}
