// Stand-ins for the declarations of Apple's Dispatch that `VialTesting` names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

open class DispatchQueue: @unchecked Sendable {
  public class var main: DispatchQueue { DispatchQueue() }
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
}
