#if DEBUG
import Testing

@testable import Vial

/// Returns the size of the instances of a class, without the headers of the allocator.
///
/// The standard library has no public name for this function.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int

private protocol Service {}

private final class LiveService: Service {}

/// The sizes that `Docs/Benchmarks.md` lists.
@MainActor struct SizeTests {
  @Test func injectionHasAtMost176BytesOfStorageAndConsumerAtMost144() {
    let injection = Injection<any Service>(strategy: .singleton, instance: LiveService())
    let consumer = Instance(injection)

    expectEqual(MemoryLayout.size(ofValue: injection), 8)
    expectEqual(MemoryLayout.size(ofValue: consumer), 8)
    expect(size(of: injection.record) <= 176)
    // In a debug build, a consumer also stores the injection that it has resolved, for the reports of `VialTesting`.
    expect(size(of: consumer.consumer) <= 144 + 16)
  }

  private func size(of object: AnyObject) -> Int {
    instanceSize(type(of: object))
  }
}
#endif
