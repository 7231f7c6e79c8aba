// Stubs of the declarations of Apple's C library that the package uses.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { 0 }

@discardableResult public func atexit(_: (@convention(c) () -> Void)!) -> Int32 { 0 }

public struct FILE {}
public let EXIT_FAILURE: Int32 = 1
public let O_WRONLY: Int32 = 0x0001
public let O_APPEND: Int32 = 0x0008
public let O_CREAT: Int32 = 0x0200
public let O_CLOEXEC: Int32 = 0x0100_0000
@discardableResult public func fflush(_: UnsafeMutablePointer<FILE>!) -> Int32 { 0 }
public func _exit(_: Int32) -> Never { fatalError() }
public func open(_: UnsafePointer<CChar>, _: Int32, _: UInt16) -> Int32 { 0 }
