// Stand-ins for the declarations of Apple's unified log that the package names, written from the
// public documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}
  public func debug(_ message: OSLogMessage) {}
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
    OSSignpostIntervalState()
  }
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
}

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, *)
public struct OSSignpostID: Sendable, Comparable {
  public static func < (first: OSSignpostID, second: OSSignpostID) -> Bool { false }
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
public final class OSSignpostIntervalState: Sendable {}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct OSLogPrivacy: Sendable {
  public static var `public`: OSLogPrivacy { OSLogPrivacy() }
  public static var auto: OSLogPrivacy { OSLogPrivacy() }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) {}
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String,
    privacy: OSLogPrivacy = .auto
  ) {}
  public mutating func appendInterpolation<T: CustomStringConvertible>(
    _ value: @autoclosure @escaping () -> T,
    privacy: OSLogPrivacy = .auto
  ) {}
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  public init(stringInterpolation: OSLogInterpolation) {}
  public init(stringLiteral value: String) {}
}
