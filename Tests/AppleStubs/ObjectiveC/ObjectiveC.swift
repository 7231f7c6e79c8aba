// Conditional compilation distinguishes Apple's systems by the presence of this module.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

open class NSObject {
  public init() {}
}
