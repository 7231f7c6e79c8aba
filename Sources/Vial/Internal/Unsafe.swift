// All unsafe code stands in this file, besides downcasts to the type that a slot or a layer has:
// stacks know their layers by `AnySlot`, and everything in one stack is of its root's type.

/// What tells whether a shared instance is alive, whatever it is.
@usableFromInline
class AnyWeakCell {
  @usableFromInline final weak let anchor: AnyObject?

  init(_ anchor: AnyObject?) {
    self.anchor = anchor
  }
}

/// A shared instance that is held weakly.
///
/// `anchor` is what tells whether the instance is alive: the object itself, or the box in which the
/// consumers hold a value. For an object, `bits` is a copy of the value that owns nothing.
///
/// Invariant: with `bits`, `anchor` is the one reference in the value, its first word. While a
/// strong reference to the anchor is held, the bits are as good as the value they were copied from.
/// Guarded by `SharedStrategyTests`, under the address sanitizer too.
@usableFromInline
@safe
final class WeakCell<Value>: AnyWeakCell {
  /// `nil` when the anchor is a box, or an object that the value holds by way of another reference.
  @usableFromInline final let bits: UnsafeMutablePointer<Value>?

  private let isBoxed: Bool

  /// Makes a cell for a fresh instance, or nothing when nobody would hold it: a value's box must be
  /// held by a consumer.
  @usableFromInline
  init?(_ value: Value, _ holder: inout Holder) {
    let object = holder.box == nil ? object(in: value) : nil
    guard object == nil else {
      isBoxed = false
      unsafe bits = copyIfSoleReference(value, to: object)
      super.init(object)
      return
    }
    guard holder.isConsumer else { return nil }
    let box = holder.box ?? SharedBox(value)
    holder.box = box
    isBoxed = true
    unsafe bits = nil
    super.init(box)
  }

  /// The instance, if it is alive.
  @inlinable
  func load(_ holder: inout Holder) -> Value? {
    var anchor = anchor
    guard anchor != nil else { return nil }
    guard let bits = unsafe bits else { return loadIndirectly(anchor, &holder) }
    // The one reference that the value needs is the one that was just taken: the anchor's variable
    // gives it up without releasing it.
    unsafe withUnsafeMutablePointer(to: &anchor) { unsafe $0.initialize(to: nil) }
    return unsafe bits.move()
  }

  /// The instance of an anchor that is held.
  @inlinable
  func load(_ anchor: AnyObject, _ holder: inout Holder) -> Value {
    if let bits = unsafe bits { return unsafe bits.pointee }
    return unsafe loadIndirectly(anchor, &holder).unsafelyUnwrapped
  }

  @usableFromInline
  func loadIndirectly(_ anchor: AnyObject?, _ holder: inout Holder) -> Value? {
    // Only an `any Error` that holds an object, or what is made of one, has to be made anew.
    guard isBoxed, let anchor else { return anchor as? Value }
    holder.box = anchor
    return unsafe unsafeDowncast(anchor, to: SharedBox<Value>.self).value
  }

  deinit {
    // The bits own nothing, so there is nothing to deinitialize.
    unsafe bits?.deallocate()
  }
}

/// The payload of an optional that is not `nil`, copied as what it is.
///
/// A copy of the optional would go through its witness table, which costs more than the rest of a
/// resolve. Invariant: there is a payload, and an optional stores it at its own address. Guarded by
/// every test of a singleton, under the address sanitizer too.
@inlinable
func payload<Value>(of optional: inout Value?) -> Value {
  unsafe withUnsafeMutablePointer(to: &optional) { pointer in
    unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: Value.self).pointee
  }
}

/// Takes what is stored and leaves `nil`, without a copy that generic code would have to make.
///
/// Invariant: the storage is initialized before and after. Guarded by every test of a release.
func take<Stored: ExpressibleByNilLiteral>(_ storage: inout Stored) -> Stored {
  unsafe withUnsafeMutablePointer(to: &storage) { pointer in
    let taken = unsafe pointer.move()
    unsafe pointer.initialize(to: nil)
    return taken
  }
}

/// A copy of `value` that owns nothing, if `object` is its first word and so its one reference.
///
/// An existential whose payload is stored elsewhere, as that of `any Error` is, has another.
private func copyIfSoleReference<Value>(
  _ value: Value,
  to object: AnyObject?
) -> UnsafeMutablePointer<Value>? {
  guard let object, MemoryLayout<Value>.size >= MemoryLayout<UInt>.size else { return nil }
  return unsafe withUnsafePointer(to: value) { source in
    let firstWord = unsafe UnsafeRawPointer(source).load(as: UInt.self)
    guard firstWord == UInt(bitPattern: ObjectIdentifier(object)) else { return nil }
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe UnsafeMutableRawPointer(copy).copyMemory(
      from: source,
      byteCount: MemoryLayout<Value>.size
    )
    return unsafe copy
  }
}

/// A reference that keeps nothing alive and looks at nothing, for the resolve path.
///
/// Invariant: whoever follows it knows by other means that the object is alive. A layer and a mirror
/// do so for their scope, which owns them, and for their root, which owns them or is held by them; a
/// ledger for an override, whose root it holds meanwhile; a root for the slot it remembers, see
/// `Root.memoSlot`; a token for its scope, whose memory an unowned reference keeps.
/// Guarded by `OverrideScopeMemoTests`, `OverrideScopeReleaseTests` and `OverrideScopeTokenTests`, under
/// the address sanitizer too.
@frozen
@usableFromInline
@safe
struct Unretained<Object: AnyObject> {
  @usableFromInline unowned(unsafe) let unretained: Object

  @inlinable
  init(_ object: Object) {
    unsafe unretained = object
  }

  @inlinable var object: Object { unsafe unretained }

  /// Compares addresses; the object may be gone.
  func isTo(_ other: AnyObject) -> Bool {
    unsafe withUnsafeBytes(of: self) { unsafe $0.load(as: ObjectIdentifier.self) }
      == ObjectIdentifier(other)
  }

  /// Looks at the object without taking a reference to it.
  @inlinable
  @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result {
    unsafe Unmanaged.passUnretained(unretained)._withUnsafeGuaranteedRef(body)
  }
}

/// A recipe that is running, or a consumer that is being read for the first time: a link of the chain
/// from the outermost to the innermost.
///
/// Invariant: a frame lives on the stack of the function that pushes it and pops it around the call
/// of what runs. Recipes are synchronous and run on the main actor, so the frames form one stack, and
/// each pointer and slot is valid while its frame is on it. Guarded by `CircleTests`.
@MainActor
@frozen
@usableFromInline
@unsafe
struct BuildFrame {
  /// The slot that is to be filled, or the layer that forwards.
  @usableFromInline unowned(unsafe) let slot: AnySlot?

  /// The consumer that is read; an observer's frame has neither.
  @usableFromInline unowned(unsafe) let consumer: AnyConsumer?
  @usableFromInline let began: UInt64
  @usableFromInline var outer: UnsafeMutablePointer<BuildFrame>?
  @usableFromInline var isTainted = false

  @exclusivity(unchecked)
  @usableFromInline static var innermost: UnsafeMutablePointer<BuildFrame>?

  @inlinable
  init(_ slot: AnySlot?, _ consumer: AnyConsumer? = nil) {
    unsafe self.slot = slot
    unsafe self.consumer = consumer
    unsafe began = Moment.now
  }

  @inlinable
  static func push(_ frame: UnsafeMutablePointer<BuildFrame>) {
    unsafe frame.pointee.outer = innermost
    unsafe innermost = frame
  }

  @inlinable
  static func pop(_ frame: UnsafeMutablePointer<BuildFrame>) {
    unsafe innermost = frame.pointee.outer
  }

  /// Marks the recipes that started when an override of `place`, pushed at `moment`, was there
  /// already, and that run where it can be seen.
  static func taint(startedAfter moment: UInt64, seeing place: OverrideScope?) {
    var next = unsafe innermost
    while let frame = unsafe next {
      if unsafe frame.pointee.began >= moment, let slot = unsafe frame.pointee.slot,
        OverrideScope.sees(place, from: slot.place)
      {
        unsafe frame.pointee.isTainted = true
      }
      unsafe next = frame.pointee.outer
    }
  }

  /// Whether what is being built may hold an instance of an override that is gone.
  static var isInnermostTainted: Bool {
    guard let frame = unsafe innermost else { return false }
    return unsafe frame.pointee.isTainted
  }

  /// Runs work with a frame on the chain; a frame of neither is an observer's.
  static func run<Result>(_ frame: BuildFrame, _ body: () -> Result) -> Result {
    var frame = unsafe frame
    return unsafe withUnsafeMutablePointer(to: &frame) { frame in
      unsafe push(frame)
      defer { unsafe pop(frame) }
      return body()
    }
  }
}

/// A string literal in one word, where there is no room for a `StaticString`.
///
/// Invariant: the address is that of a literal, null-terminated UTF-8 that lives as long as the
/// process, or zero. A `StaticString` is frozen as an address, a length and flags, of which zero says
/// that there is an address. Guarded by `InjectionGraphTests` and `FaultTests`.
@frozen
@usableFromInline
struct LiteralAddress: Sendable {
  @usableFromInline let address: UInt

  @inlinable
  init(_ literal: StaticString) {
    address = literal.hasPointerRepresentation ? unsafe UInt(bitPattern: literal.utf8Start) : 0
  }

  var string: String {
    guard let start = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return "" }
    return unsafe String(cString: start)
  }

  var literal: StaticString {
    guard address != 0 else { return "" }
    return unsafe unsafeBitCast((address, UInt(string.utf8.count), UInt8(0)), to: StaticString.self)
  }

  /// The literal as the name of a type; the property of a function has no owner that can be known.
  var typeName: String? {
    let name = string
    return name.isEmpty || name.hasSuffix(")") ? nil : name
  }
}
