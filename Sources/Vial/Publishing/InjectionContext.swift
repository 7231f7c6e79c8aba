/// A way the process may have been started, for which an injection has an instance of its own.
///
/// ```swift
/// @MainActor public let api = Injection<any API>(strategy: .singleton, instance: LiveAPI())
///   .when(.preview, instance: SampleAPI())
///   .when(.launchArgument("-mock-api"), instance: RecordedAPI())
/// ```
///
/// Asked each time an instance is built, and at each resolve of a required injection; costs nothing
/// otherwise.
public struct InjectionContext: Sendable, CustomStringConvertible {
  /// The context as it is spelled in code.
  public let description: String
  let isActive: @Sendable () -> Bool

  /// Makes a context of your own.
  ///
  /// - Parameters:
  ///   - description: The name that inspection shows.
  ///   - isActive: Whether the process is in the context; to be cheap, and to stay what it is.
  public init(_ description: String, isActive: @escaping @Sendable () -> Bool) {
    self.description = description
    self.isActive = isActive
  }

  /// The process renders a preview of Xcode.
  public static let preview = InjectionContext("preview") {
    environment("XCODE_RUNNING_FOR_PREVIEWS") == "1"
  }

  /// The process runs tests, be it those of XCTest or of Swift Testing.
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
