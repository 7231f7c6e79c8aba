#if DEBUG
import Testing

@testable import Vial

/// What the runtime asks the allocator for, without the allocator's own headers: a function of the
/// standard library that has no public name.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int

private protocol Service {}

private final class LiveService: Service {}

/// What `Docs/Benchmarks.md` says of sizes.
@MainActor struct SizeTests {
  @Test func anInjectionIsAHandleAndAtMost176Bytes() {
    let injection = Injection<any Service>(strategy: .singleton, instance: LiveService())

    #expect(MemoryLayout.size(ofValue: injection) == 8)
    #expect(size(of: injection.root) <= 176)
  }

  @Test func aConsumerIsAtMost112Bytes() {
    let injection = Injection<any Service>(strategy: .singleton, instance: LiveService())
    let consumer = Instance(injection)

    #expect(MemoryLayout.size(ofValue: consumer) == 8)
    #expect(size(of: consumer.consumer) <= 112)
  }

  private func size(of object: AnyObject) -> Int {
    instanceSize(type(of: object))
  }
}
#endif
