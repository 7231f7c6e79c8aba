#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#endif

/// Selects one of the mutants that `Tests/Mutants/mutants` has written into the sources of this copy.
public enum Mutant {
  private static let active = getenv("VIAL_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? -1

  /// A byte for each mutant, which is 1 if the mutant was reached; shared with child processes.
  private nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8>? = {
    guard let path = unsafe getenv("VIAL_MUTANTS_REACHED") else { return nil }
    let file = unsafe open(path, O_RDWR)
    let size = Int(lseek(file, 0, SEEK_END))
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    return unsafe memory?.assumingMemoryBound(to: UInt8.self)
  }()

  /// Returns whether a mutant is active, and notes that the tests have reached it.
  public static func isActive(_ number: Int) -> Bool {
    if let reached = unsafe reached { unsafe reached[number] = 1 }
    return number == active
  }

  /// Returns a condition, negated if a mutant is active.
  public static func negates(_ number: Int, _ value: Bool) -> Bool { isActive(number) ? !value : value }
}
