// Applies modifiers.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

extension ModifiedContent: View, Rendered where Content: View, Modifier: ViewModifier {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    let place = "\(place)/\(Modifier.self)"
    if let modifier = modifier as? any Modification {
      return modifier.render(content, in: host, at: place, environment)
    }
    host.install(modifier, at: place, environment)
    host.render(modifier.body(content: .init(view: content)), at: place, environment)
  }
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View, Rendered {
  let view: any View

  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    host.render(view, at: "\(place)/content", environment)
  }
}

/// A modifier without a body, which changes the context of its content or shows further views.
@MainActor
protocol Modification: ViewModifier where Body == Never {
  func render(
    _ content: some View,
    in host: ViewHost,
    at place: String,
    _ environment: EnvironmentValues
  )
}

extension Modification {
  public func body(content: Content) -> Never { fatalError("It has no body.") }
}

struct EnvironmentWriter<Value>: Modification {
  nonisolated(unsafe) let keyPath: WritableKeyPath<EnvironmentValues, Value>
  nonisolated(unsafe) let value: Value

  nonisolated init(keyPath: WritableKeyPath<EnvironmentValues, Value>, value: Value) {
    self.keyPath = keyPath
    self.value = value
  }

  func render(
    _ content: some View,
    in host: ViewHost,
    at place: String,
    _ environment: EnvironmentValues
  ) {
    var environment = environment
    environment[keyPath: keyPath] = value
    host.render(content, at: place, environment)
  }
}

struct IdentityWriter<ID: Hashable>: Modification {
  nonisolated(unsafe) let id: ID

  nonisolated init(id: ID) {
    self.id = id
  }

  func render(
    _ content: some View,
    in host: ViewHost,
    at place: String,
    _ environment: EnvironmentValues
  ) {
    host.render(content, at: "\(place)#\(id)", environment)
  }
}

// MARK: - Tasks

/// Starts its task when the place is new or has another `id`, and cancels the task when the place is removed.
struct TaskModifier<ID: Equatable>: Modification {
  nonisolated(unsafe) let id: ID
  nonisolated let action: @MainActor () async -> Void

  nonisolated init(id: ID, action: @escaping @MainActor () async -> Void) {
    self.id = id
    self.action = action
  }

  func render(
    _ content: some View,
    in host: ViewHost,
    at place: String,
    _ environment: EnvironmentValues
  ) {
    let identity = host.identity(at: place)
    if identity.tasks[place]?.id as? ID != id {
      identity.tasks[place] = ViewTask(id: id, action)
    }
    host.render(content, at: place, environment)
  }
}

/// A task of a view, which is cancelled when it is released.
final class ViewTask {
  let id: Any
  let work: Task<Void, Never>
  var isOver = false

  init(id: Any, _ action: @escaping @MainActor () async -> Void) {
    self.id = id
    work = Task { @MainActor in await action() }
  }

  deinit {
    work.cancel()
  }
}
