// That this module is there is what tells Apple's systems from others.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

open class NSObject {
  public init() {}
}
