// The one file of the core that imports something on every system: the C library, for `getenv`.
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
