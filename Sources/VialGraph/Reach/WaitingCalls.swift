import VialGraphProgram

/// The dynamic calls of methods whose types no visited code builds.
///
/// A call waits until code that builds an instance of the type is found, because a method without an instance does not run.
struct WaitingCalls {
  struct Call {
    var moment: Moment

    /// The body that calls the method last.
    var caller: Body
  }

  private var calls: [SymbolID: Call] = [:]

  var isEmpty: Bool { calls.isEmpty }

  /// The methods in the order of their symbols.
  var methods: [SymbolID] { calls.keys.sorted() }

  subscript(method: SymbolID) -> Call? { calls[method] }

  /// Adds a way to the call of a method.
  mutating func add(_ method: SymbolID, _ moment: Moment, from caller: Body) {
    calls[method] = Call(moment: calls[method]?.moment.or(moment) ?? moment, caller: caller)
  }

  /// Removes and returns the call of a method.
  mutating func remove(_ method: SymbolID) -> Call? { calls.removeValue(forKey: method) }
}
