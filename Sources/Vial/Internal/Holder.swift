/// Who asks for an instance: a consumer, which then holds a shared value's box, or a plain resolve.
@frozen
@usableFromInline
struct Holder {
  @usableFromInline let isConsumer: Bool
  @usableFromInline var box: AnyObject?

  @inlinable
  init(isConsumer: Bool, box: AnyObject? = nil) {
    self.isConsumer = isConsumer
    self.box = box
  }

  @inlinable static var none: Holder { Holder(isConsumer: false) }
}
