#if DEBUG && canImport(Glibc)
import Testing

@testable import Vial

@_silgen_name("malloc_usable_size")
private func usableSize(_ address: UnsafeMutableRawPointer) -> Int

private protocol Service {}

private final class LiveService: Service {}

/// What `Docs/Benchmarks.md` says of sizes.
@MainActor struct SizeTests {
  @Test func anInjectionIs160Bytes() {
    let injection = Injection<any Service>(strategy: .singleton, instance: LiveService())

    #expect(sizeOfInstance(of: injection) + sizeOfInstance(of: injection.root) <= 160)
  }

  @Test func aConsumerIs96Bytes() {
    let injection = Injection<any Service>(strategy: .singleton, instance: LiveService())
    let consumer = Instance(injection)

    #expect(MemoryLayout.size(ofValue: consumer) == 8)
    #expect(sizeOfInstance(of: consumer.consumer) <= 96)
  }

  /// The allocator's blocks are a multiple of sixteen bytes, of which it keeps eight for itself.
  private func sizeOfInstance(of object: AnyObject) -> Int {
    usableSize(Unmanaged.passUnretained(object).toOpaque()) - 8
  }
}
#endif
