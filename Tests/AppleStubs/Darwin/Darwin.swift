// Stubs of the declarations of Apple's C library that the package uses.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { 0 }

@discardableResult public func atexit(_: (@convention(c) () -> Void)!) -> Int32 { 0 }
