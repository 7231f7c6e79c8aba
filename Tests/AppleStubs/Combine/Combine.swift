// Stand-ins for declarations of Apple's Combine, from its public documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
public final class ObservableObjectPublisher {
  public init() {}
}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher = ObservableObjectPublisher
  var objectWillChange: ObjectWillChangePublisher { get }
}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}
