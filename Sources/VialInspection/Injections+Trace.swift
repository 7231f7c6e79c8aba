public import Vial

extension Injections {
  /// Writes each event to standard error, with the dependencies of an instance indented below it.
  ///
  /// Use this method to list the instances that are built, their overrides, and the duration of each factory:
  ///
  /// ```swift
  /// Injections.trace()
  /// ```
  ///
  /// ```
  /// built SQLiteDatabase for any Database (App/Database.swift:8), singleton, in 0.001240 s
  ///   built URL for URL (App/Database.swift:3), onDemand, in 0.000012 s
  /// ```
  ///
  /// - Returns: A token that ends the trace. Without it, the trace lasts until the process ends.
  @discardableResult public static func trace() -> InjectionObservation { trace(to: StandardError()) }

  /// Writes each event to a stream, with the dependencies of an instance indented below it.
  ///
  /// - Parameter stream: The stream.
  /// - Returns: A token that ends the trace. Without it, the trace lasts until the process ends.
  @discardableResult package static func trace(to stream: some TextOutputStream) -> InjectionObservation {
    // Observing is an operation, too, so it ends before the events of the next operation are delivered.
    var tree = TraceTree(beginningAt: Engine.buildDepth)
    let firstDelivery = Engine.deliveryCount + 1
    var stream = stream
    return observe { event in
      if Engine.deliveryCount > firstDelivery { tree.endFirstOperation() }
      for line in tree.lines(afterAdding: event, buildDepth: Engine.buildDepthOfEvent) { stream.write("\(line)\n") }
    }
  }
}

/// Reorders events, which arrive in the order of completion, so that an instance precedes its dependencies.
private struct TraceTree {
  /// The lines of the complete subtrees, each with the depth of its root.
  private var subtrees = CompletionOrder<[String]>()

  /// The depth of the instances that are written without indentation.
  ///
  /// It is greater than zero if the trace has begun in a factory, whose own instance may never be reported.
  private var rootDepth: Int

  init(beginningAt depth: Int) { rootDepth = depth }

  /// Ends the operation in which the trace has begun.
  mutating func endFirstOperation() { rootDepth = 0 }

  /// Returns the lines of the tree that the event completes, or no lines if the tree is incomplete.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - buildDepth: The number of instances that were being built when the event happened.
  /// - Returns: The lines.
  mutating func lines(afterAdding event: InjectionEvent, buildDepth: Int) -> [String] {
    let depth = event.resolution.map(\.depth) ?? buildDepth
    rootDepth = min(rootDepth, depth)
    var lines = event.lines.map { String(repeating: "  ", count: depth - rootDepth) + $0 }
    if event.resolution != nil { lines += subtrees.removeDependencies(ofDepth: depth).joined() }
    subtrees.append(lines, depth: depth)
    return depth == rootDepth ? Array(subtrees.removeAll().joined()) : []
  }
}

#if DEBUG
extension TraceTree: CustomDebugStringConvertible {
  var debugDescription: String { "TraceTree(\(subtrees), beginning at \(rootDepth))" }
}
#endif

extension InjectionEvent {
  /// The resolve that the event completes; `nil` for another event.
  ///
  /// Traces and graphs expect each resolve once, after the resolves of its factory.
  var resolution: InjectionResolution? {
    switch self {
    case .built(let resolution, _, _, _), .reused(let resolution): resolution
    case .released, .overridden, .rolledBack, .provided, .withdrawn, .scopeOpened, .scopeEnded, .cleared, .liveUse: nil
    }
  }

  fileprivate var lines: [String] {
    switch self {
    case .built(let resolution, let type, _, let duration):
      ["built \(type) for \(resolution.traceDescription), in \(duration.seconds(places: 6)) s"]
    case .reused(let resolution): ["reused \(resolution.traceDescription)"]
    case .released(let declaration, let overriddenAt, _):
      ["released \(declaration)\(overriddenAt.map { ", overridden at \($0)" } ?? "")"]
    case .overridden(let override): ["\(override)"]
    case .rolledBack(let override): ["rolled back \(override)"]
    case .provided(let provision): ["provided \(provision.declaration)"]
    case .withdrawn(let provision): ["withdrawn \(provision.declaration)"]
    case .scopeOpened(let scope): ["opened an override scope, \(scope.kind)"]
    case .scopeEnded(let scope): ["ended an override scope, \(scope.kind)"]
    case .cleared(let flow, let declarations): ["cleared \(flow.name)"] + declarations.map { "  \($0)" }
    case .liveUse(let declaration): ["live use: \(declaration)"]
    }
  }
}

extension InjectionResolution {
  fileprivate var traceDescription: String { summary + (overriddenAt.map { ", overridden at \($0)" } ?? "") }
}
