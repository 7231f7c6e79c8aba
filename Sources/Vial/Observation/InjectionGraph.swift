/// Who needed whom while some work ran.
///
/// ```swift
/// let graph = InjectionGraph.record { _ = database.resolve() }
/// print(graph.mermaid)
/// ```
///
/// An edge starts at an injection when its factory resolved, or when a consumer that was made while
/// the factory ran is read. For any other consumer it starts at the type that owns the consumer.
///
/// Only this task and the tasks that it starts are recorded, so parallel tests do not mix. Nodes and
/// edges are sorted by name.
public struct InjectionGraph: Sendable {
  /// An injection, or a type that owns consumers.
  public struct Node: Sendable, Hashable, CustomStringConvertible {
    /// The injection's type, or the owner's name.
    public let name: String

    /// The injection; `nil` for an owner.
    public let declaration: InjectionDeclaration?

    /// The lifetime, as its description spells it; `nil` for an owner.
    public let strategy: String?

    /// The line of the override that provided; `nil` for a published recipe and for an owner.
    public let overriddenAt: CallSite?

    /// The declaration of an injection, or the name of an owner.
    public var description: String { declaration?.description ?? name }
  }

  /// One injection that another one, or an owner, needed.
  public struct Edge: Sendable, Hashable, CustomStringConvertible {
    /// The injection or the owner that needed the other.
    public let from: Node

    /// The injection that was needed.
    public let to: Node

    /// Both, with an arrow.
    public var description: String { "\(from) → \(to)" }
  }

  /// The injections that were needed and the owners that needed them.
  public let nodes: [Node]

  /// Who needed whom, each pair once.
  public let edges: [Edge]

  /// The longer-lived instances that hold shorter-lived ones past their time.
  ///
  /// It should be empty.
  public let captiveDependencies: [CaptiveDependency]
}

// MARK: - Recording

// swift-format-ignore: AmbiguousTrailingClosureOverload
extension InjectionGraph {
  /// Records synchronous work.
  ///
  /// - Parameter body: The work.
  /// - Returns: The graph of what it needed.
  /// - Throws: What the work throws.
  @MainActor
  public static func record(_ body: @MainActor () throws -> Void) rethrows -> InjectionGraph {
    let recorder = Recorder()
    let observation = Injections.observe(recorder.receive)
    defer { observation.cancel() }
    try Ambient.$current.withValue(recorder.ambient, operation: body)
    return recorder.graph
  }

  /// Records asynchronous work, and the tasks that it starts, until the work returns.
  ///
  /// - Parameter body: The work; it runs where the caller runs.
  /// - Returns: The graph of what it needed.
  /// - Throws: What the work throws.
  public nonisolated static func record(
    _ body: () async throws -> Void
  ) async rethrows -> InjectionGraph {
    let recorder = Recorder()
    let observation = await Injections.observe(recorder.receive)
    do {
      try await Ambient.$current.withValue(recorder.ambient, operation: body)
      await observation.cancel()
      return await recorder.graph
    } catch {
      await observation.cancel()
      throw error
    }
  }
}
