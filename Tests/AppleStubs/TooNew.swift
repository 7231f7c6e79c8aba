// Declarations that `.ci/availability` must reject, because they are newer than the systems of the package.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Synchronization

final class Locked: Sendable {
  let value: Mutex<Int>  // too new: Mutex

  init(_ value: Int) {
    self.value = Mutex(value)  // too new: Mutex, init(_:)
  }
}

func bytes(_ numbers: [Int]) -> Int {
  numbers.span.count  // too new: span
}

func wide() -> String {
  if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
    return "\(UInt128(1))"
  }
  return "\(UInt128.max)"  // too new: UInt128
}
