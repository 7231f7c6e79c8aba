/// Who owns a consumer: the type that it is a property of, or the initializer that makes it.
@frozen @usableFromInline struct Owner: Sendable {
  /// A type, or a file where there is a line.
  @usableFromInline let place: String
  @usableFromInline let line: UInt32

  /// Of an initializer the compiler knows no type, so its line is named.
  nonisolated init(_ function: String, _ fileID: String, _ line: UInt) {
    let isInitializer = function.hasPrefix("init(")
    place = isInitializer ? fileID : function
    self.line = isInitializer ? UInt32(truncatingIfNeeded: line) : 0
  }

  /// `nil` for the property of a function, which has no owner that can be known.
  nonisolated var name: String? {
    if line > 0 { return "\(place):\(line)" }
    return place.isEmpty || place.hasSuffix(")") ? nil : place
  }
}
