// The only file of the core that imports a module: the platform's C library, for `getenv` and `write`.
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

/// Returns the value of an environment variable, if it is set.
///
/// Without a C library, no variable is set.
func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// The standard error stream.
///
/// Without a C library, the text is discarded.
package struct StandardError: TextOutputStream {
  package init() {}

  package func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in unsafe writeToStandardError(UnsafeRawBufferPointer(bytes)) }
  }
}

/// A function outside of the structure, whose method `write` would hide the function of the library.
private func writeToStandardError(_ bytes: UnsafeRawBufferPointer) {
  var rest = unsafe bytes
  while unsafe !rest.isEmpty {
    let written = unsafe write(2, rest.baseAddress, rest.count)
    guard written > 0 else { return }
    unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
  }
}
