// Stubs of the declarations of Apple's Foundation that `VialTesting` uses.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Darwin
@_exported import ObjectiveC

public struct Data: Sendable {
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
}

public class FileHandle: NSObject, @unchecked Sendable {
  public class var standardError: FileHandle { FileHandle() }
  public func write(_ data: Data) {}
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { ProcessInfo() }
  open var environment: [String: String] { [:] }
}

open class Thread: NSObject {
  public class var isMainThread: Bool { true }
}

// Declarations that the stubs of SwiftUI use.

public typealias TimeInterval = Double

public struct Date: Hashable, Sendable {
  public static var now: Date { Date() }
}

public struct IndexSet: Hashable, Sendable {
  public init(integer: Int) {}
}
