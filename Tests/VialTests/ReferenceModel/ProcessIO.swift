#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The value of an environment variable, if it is an integer.
func number(_ name: String) -> Int? {
  getenv(name).flatMap { Int(String(cString: $0)) }
}

/// Prints a line and flushes it, so the line is visible even if the program stops immediately afterwards.
func printAtOnce(_ line: String) {
  print(line)
  fflush(nil)
}
