// Stubs of the declarations of Apple's Foundation that `VialTesting` uses.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Darwin
@_exported import ObjectiveC

public struct Data: Sendable {
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  public mutating func append(_ byte: UInt8) {}
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}

open class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
  open var outputFormatting: OutputFormatting = []
  public init() {}
  open func encode<T: Encodable>(_ value: T) throws -> Data { Data([]) }
}

open class RunLoop: NSObject {
  public struct Mode: Hashable, Sendable {}
  public class var main: RunLoop { RunLoop() }
  open var currentMode: Mode? { nil }
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
  public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
}

// Declarations that the stubs of SwiftUI use.

public typealias TimeInterval = Double

public struct Date: Hashable, Sendable {
  public static var now: Date { Date() }
}

public struct IndexSet: Hashable, Sendable {
  public init(integer: Int) {}
}
