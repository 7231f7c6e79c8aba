// Stubs of the declarations of Apple's Dispatch that `VialTesting` uses.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

open class DispatchQueue: @unchecked Sendable {
  public class var main: DispatchQueue { DispatchQueue() }
  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
}

public final class DispatchSpecificKey<T>: Sendable {
  public init() {}
}

public final class DispatchSemaphore: Sendable {
  public init(value: Int) {}
  public func signal() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}

public enum DispatchTimeoutResult { case success, timedOut }

public struct DispatchTime {
  public static func now() -> DispatchTime { DispatchTime() }
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
}
