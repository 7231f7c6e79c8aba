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
#endif

/// The value of an environment variable, if it is set; where none of these libraries is, none is set.
func environment(_ name: String) -> String? {
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Bionic) || canImport(WASILibc)
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
  #else
  return nil
  #endif
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
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Bionic) || canImport(WASILibc)
  var rest = unsafe bytes
  while unsafe !rest.isEmpty {
    let written = unsafe write(2, rest.baseAddress, rest.count)
    guard written > 0 else { return }
    unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
  }
  #endif
}
