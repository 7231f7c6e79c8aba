/// Writes each event as a line of text, with nested builds indented as a tree.
///
/// ```swift
/// let tracer = InjectionTracer(to: "")
/// let observation = Injections.observe(tracer.receive)
/// _ = database.resolve()
/// observation.cancel()
/// print(tracer.target)
/// ```
///
/// ```
/// building any Database (App/Database.swift:8), singleton
///   building URL (App/Database.swift:3), onDemand
///   built URL in 0.000012 s
/// built SQLiteDatabase in 0.001240 s
/// ```
///
/// It is isolated to the main actor. It keeps nothing but its target.
@MainActor public final class InjectionTracer<Target: TextOutputStream> {
  /// Where the lines go.
  public private(set) var target: Target
  private var depth = 0

  /// Makes a tracer.
  ///
  /// - Parameter target: Where the lines go.
  public init(to target: Target) {
    self.target = target
  }

  /// Writes one event; pass it to ``Injections/observe(_:)``.
  ///
  /// - Parameter event: The event.
  public func receive(_ event: InjectionEvent) {
    if case .built = event { depth = max(0, depth - 1) }
    let indentation = String(repeating: "  ", count: depth)
    for line in event.lines { target.write("\(indentation)\(line)\n") }
    if case .building = event { depth += 1 }
  }
}
