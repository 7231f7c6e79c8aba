// Stand-ins for the declarations of Apple's unified log that the package names, written from the
// public documentation. What is logged is kept, for the tests.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What was logged, with `<` and `>` where an interval begins and ends.
public enum LoggedLines {
  @TaskLocal public static var current: LoggedLines.Storage?

  public final class Storage: @unchecked Sendable {
    public var lines: [String] = []
    public init() {}
  }

  static func append(_ line: String) {
    current?.lines.append(line)
  }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}

  public func debug(_ message: OSLogMessage) {
    LoggedLines.append(message.interpolation.text)
  }
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
public struct OSSignposter: Sendable {
  public init(logger: Logger) {}

  public func makeSignpostID() -> OSSignpostID { OSSignpostID() }

  public func beginInterval(
    _ name: StaticString,
    id: OSSignpostID,
    _ message: OSLogMessage
  ) -> OSSignpostIntervalState {
    LoggedLines.append("< \(name) \(message.interpolation.text)")
    return OSSignpostIntervalState(message.interpolation.text)
  }

  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
    LoggedLines.append("> \(name) \(state.text)")
  }
}

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, *)
public struct OSSignpostID: Sendable {}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
public final class OSSignpostIntervalState: Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct OSLogPrivacy: Sendable {
  let isPublic: Bool
  public static var `public`: OSLogPrivacy { OSLogPrivacy(isPublic: true) }
  public static var auto: OSLogPrivacy { OSLogPrivacy(isPublic: false) }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  public init(literalCapacity: Int, interpolationCount: Int) {}

  public mutating func appendLiteral(_ literal: String) {
    text += literal
  }

  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String,
    privacy: OSLogPrivacy = .auto
  ) {
    text += privacy.isPublic ? argumentString() : "<private>"
  }

  public mutating func appendInterpolation<T: CustomStringConvertible>(
    _ value: @autoclosure @escaping () -> T,
    privacy: OSLogPrivacy = .auto
  ) {
    text += privacy.isPublic ? value().description : "<private>"
  }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct OSLogMessage: ExpressibleByStringInterpolation {
  let interpolation: OSLogInterpolation

  public init(stringInterpolation: OSLogInterpolation) {
    interpolation = stringInterpolation
  }

  public init(stringLiteral value: String) {
    self.init(stringInterpolation: OSLogInterpolation(text: value))
  }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
extension OSLogInterpolation {
  init(text: String) {
    self.init(literalCapacity: 0, interpolationCount: 0)
    self.text = text
  }
}
