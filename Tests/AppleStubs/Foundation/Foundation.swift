// Stand-ins for the declarations of Apple's Foundation that `VialTesting` names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import ObjectiveC

public struct Data: Sendable {
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
}

public class FileHandle: NSObject, @unchecked Sendable {
  public class var standardError: FileHandle { FileHandle() }
  public func write(_ data: Data) {}
}

open class Thread: NSObject {
  public class var isMainThread: Bool { true }
}

// What the stand-ins for SwiftUI name.

public typealias TimeInterval = Double

public struct Date: Hashable, Sendable {
  public static var now: Date { Date() }
}

public struct IndexSet: Hashable, Sendable {
  public init(integer: Int) {}
}
