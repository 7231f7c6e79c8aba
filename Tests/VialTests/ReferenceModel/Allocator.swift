#if canImport(Glibc)
import Glibc

/// The allocation statistics of the C library.
enum Allocator {
  /// The bytes that the allocator obtained from the system, minus its free blocks.
  ///
  /// Free blocks in the cache of a thread are included.
  static var bytesInUse: Int {
    typealias Info = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
    guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let stream = open_memstream(&text, &size) else { return 0 }
    // glibc declares `int malloc_info(int, FILE *)`, but Swift's Glibc module does not export the function.
    _ = unsafeBitCast(symbol, to: Info.self)(0, stream)
    fclose(stream)
    guard let text else { return 0 }
    defer { free(text) }
    // The totals over all arenas come last, so each later element replaces an earlier one with the same name.
    var last: [Substring: Int] = [:]
    for line in String(cString: text).split(separator: "\n") {
      let parts = line.split(separator: "\"")
      guard parts.count > 1, let size = Int(parts[parts.count - 2]) else { continue }
      last[parts[0] + parts[1]] = size
    }
    let system = last["<system type=current"] ?? 0
    let unused = (last["<total type=fast"] ?? 0) + (last["<total type=rest"] ?? 0)
    return system - unused + (last["<total type=mmap"] ?? 0)
  }

  /// Whether the statistics include Swift allocations.
  ///
  /// They do not under a sanitizer, because a sanitizer replaces the allocator.
  static var countsAllocations: Bool {
    let before = bytesInUse
    let block = [UInt8](repeating: 1, count: 1 << 22)
    return bytesInUse - before > 1 << 21 && block.last == 1
  }
}
#endif
