public import Vial

/// The dependencies that were resolved while some work ran.
///
/// ```swift
/// let graph = InjectionGraph.record { _ = database.resolve() }
/// print(graph.mermaid)
/// ```
///
/// An edge begins at an injection whose factory has resolved another injection, or has created a consumer that was
/// read. For any other consumer, the edge begins at the type that owns the consumer.
///
/// A recording contains the resolves of its task and of the tasks that it starts, so parallel tests do not mix. Nodes
/// and edges are sorted by name.
public struct InjectionGraph: Sendable {
  /// An injection, or a type that owns consumers.
  public struct Node: Sendable, Hashable, CustomStringConvertible {
    /// The type of the injection, or the name of the owner.
    public let name: String

    /// The injection; `nil` for an owner.
    public private(set) var declaration: InjectionDeclaration?

    /// The description of the strategy; `nil` for an owner.
    public private(set) var strategy: String?

    /// The call site of the override that provided the instance; `nil` if the injection was not overridden.
    public private(set) var overriddenAt: CallSite?

    /// The declaration of the injection, or the name of the owner.
    public var description: String { declaration.map { "\(name) (\($0.callSite))" } ?? name }
  }

  /// A dependency of an injection, or of an owner, on another injection.
  public struct Edge: Sendable, Hashable, CustomStringConvertible {
    /// The injection or the owner that resolved the other injection.
    public let from: Node

    /// The injection that was resolved.
    public let to: Node

    /// The two nodes, separated by an arrow.
    public var description: String { "\(from) → \(to)" }
  }

  /// The injections that were resolved, and the owners that resolved them.
  public let nodes: [Node]

  /// The dependencies, without duplicates.
  public let edges: [Edge]

  /// The longer-lived instances that retain shorter-lived ones.
  ///
  /// The list should be empty.
  public let captiveDependencies: [CaptiveDependency]
}

// MARK: - Recording

// swift-format-ignore: AmbiguousTrailingClosureOverload
extension InjectionGraph {
  /// Records the dependencies that synchronous work resolves.
  ///
  /// > Warning: A recording in a factory, a deinitializer, a release action or an observer stops the program, because the
  /// > events of the work would arrive after its end. Record the outermost resolve.
  ///
  /// - Parameters:
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - body: The work.
  /// - Returns: The graph.
  /// - Throws: The error of the work.
  @MainActor public static func record(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @MainActor () throws -> Void
  ) rethrows -> InjectionGraph {
    let recorder = Recorder()
    try RecordedWork.run(at: CallSite(fileID, line), body) { event in recorder.addResolve(of: event) }
    return recorder.graph
  }

  /// Records the dependencies that asynchronous work resolves, until the work returns.
  ///
  /// The recording includes the tasks that the work starts.
  ///
  /// - Parameter body: The work, which runs in the isolation of the caller.
  /// - Returns: The graph.
  /// - Throws: The error of the work.
  @_disfavoredOverload
  public nonisolated static func record(_ body: () async throws -> Void) async rethrows -> InjectionGraph {
    let recorder = Recorder()
    try await RecordedWork.run(body) { event in recorder.addResolve(of: event) }
    return await recorder.graph
  }
}
