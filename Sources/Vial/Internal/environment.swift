// The one file of the core that imports something on every system: the C library, for `getenv` and `write`.
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#elseif canImport(WASILibc)
import WASILibc
#else
private func getenv(_: String) -> UnsafeMutablePointer<CChar>? { nil }
private func write(_: Int32, _: UnsafeRawPointer?, _: Int) -> Int { 0 }
#endif

/// The value of an environment variable, if it is set; where none of these libraries is, none is set.
func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// What a program says that is no part of its output; where none of these libraries is, it is lost.
struct StandardError: TextOutputStream {
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in unsafe writeToStandardError(UnsafeRawBufferPointer(bytes)) }
  }
}

/// Outside of the stream, whose own `write` hides the library's.
private func writeToStandardError(_ bytes: UnsafeRawBufferPointer) {
  var rest = unsafe bytes
  while unsafe !rest.isEmpty {
    let written = unsafe write(2, rest.baseAddress, rest.count)
    guard written > 0 else { return }
    unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
  }
}
