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
  @_semantics("optimize.sil.specialize.generic.never")
  public func receive(_ event: InjectionEvent) {
    switch event {
    case .building(let resolution):
      write("building \(account(of: resolution))")
      depth += 1
    case .built(_, let instance, let duration):
      depth = max(0, depth - 1)
      write("built \(instance) in \(seconds(duration)) s")
    case .reused(let resolution): write("reused \(account(of: resolution))")
    case .released(let declaration): write("released \(declaration)")
    case .overridden(let override): write("\(override)")
    case .rolledBack(let override): write("rolled back \(override)")
    case .scopeOpened(let scope): write("opened an override scope, \(scope.kind)")
    case .scopeClosed(let scope): write("closed an override scope, \(scope.kind)")
    case .cleared(let scope, let declarations):
      write("cleared \(scope.name)")
      for declaration in declarations { write("  \(declaration)") }
    case .strictViolation(let declaration): write("resolved live in a strict scope: \(declaration)")
    }
  }

  private func account(of resolution: InjectionResolution) -> String {
    let override = resolution.overriddenAt.map { ", overridden at \($0)" } ?? ""
    return "\(resolution.declaration), \(resolution.strategy)\(override)"
  }

  /// A duration to the microsecond, which its own description spells with an exponent.
  private func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = String(attoseconds / 1_000_000_000_000)
    return "\(seconds).\(String(repeating: "0", count: 6 - microseconds.count))\(microseconds)"
  }

  private func write(_ line: String) {
    target.write(String(repeating: "  ", count: depth) + line + "\n")
  }
}
