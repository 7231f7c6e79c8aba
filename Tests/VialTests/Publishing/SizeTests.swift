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
  @Test func anInjectionIs160Bytes() {
    let injection = Injection<any Service>(strategy: .singleton, instance: LiveService())

    #expect(size(of: injection) == 24)
    #expect(size(of: injection.root) == 136)
  }

  @Test func aConsumerIs96Bytes() {
    let injection = Injection<any Service>(strategy: .singleton, instance: LiveService())
    let consumer = Instance(injection)

    #expect(MemoryLayout.size(ofValue: consumer) == 8)
    #expect(size(of: consumer.consumer) == 96)
  }

  private func size(of object: AnyObject) -> Int {
    instanceSize(type(of: object))
  }
}
#endif
