#if canImport(Glibc)
import Glibc

/// The C library's own statistics.
enum Allocator {
  /// What it has from the system, without what is free; a thread's own free blocks count as used.
  static var bytesInUse: Int {
    typealias Info = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
    guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let stream = open_memstream(&text, &size) else { return 0 }
    // glibc declares `int malloc_info(int, FILE *)`, which Swift's module of it leaves out.
    _ = unsafeBitCast(symbol, to: Info.self)(0, stream)
    fclose(stream)
    guard let text else { return 0 }
    defer { free(text) }
    // The totals of all arenas are the last of their kind.
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

  /// Whether the statistics see what is allocated; under a sanitizer they do not, which has an allocator
  /// of its own.
  static var isCounted: Bool {
    let before = bytesInUse
    let block = [UInt8](repeating: 1, count: 1 << 22)
    return bytesInUse - before > 1 << 21 && block.last == 1
  }
}
#endif
