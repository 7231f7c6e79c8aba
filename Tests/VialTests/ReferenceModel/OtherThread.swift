import Dispatch

/// The thread that releases objects which the main actor has given away.
enum OtherThread {
  private static let key = DispatchSpecificKey<Bool>()
  private static let queue: DispatchQueue = {
    let queue = DispatchQueue(label: "other thread")
    queue.setSpecific(key: key, value: true)
    return queue
  }()

  /// Whether the current code runs on the other thread.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Releases the object of a transfer, and waits until it is deallocated.
  static func release(_ transfer: Transfer) {
    let isReleased = DispatchSemaphore(value: 0)
    queue.async {
      transfer.release()
      isReleased.signal()
    }
    isReleased.wait()
  }
}

/// A reference that another thread takes over: only one of the two threads uses it at a time.
final class Transfer: @unchecked Sendable {
  private var object: AnyObject?

  init(_ object: AnyObject?) { self.object = object }

  func release() { object = nil }
}
