// Simulates the identity of views in SwiftUI, as far as the tests of the package need it. Each place in the tree of views
// keeps its state from one update to the next, until the place is empty or contains a view of another type or with
// another `id`. The place of a row is determined by its `id`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

import Combine

/// Shows a view, updates it, simulates the actions of a user, and releases it.
@MainActor
public final class ViewHost {
  private var identities: [String: Identity] = [:]
  private var shown: Set<String> = []
  private var redraw: () -> Void = {}
  var screen = Screen()

  /// The strings of the texts in the last update.
  public var texts: [String] { screen.texts }

  public init() {}

  /// Shows a view, which keeps its state at each place that the previous view had too.
  public func show<Content: View>(
    _ view: Content,
    in environment: EnvironmentValues = EnvironmentValues()
  ) {
    redraw = { [unowned self] in
      shown = []
      screen = Screen()
      render(view, at: "", environment)
      identities = identities.filter { shown.contains($0.key) }
    }
    redraw()
  }

  /// Opens the window of an application.
  public func show<Application: App>(_ application: Application) {
    guard let window = application.body as? any Window else { return }
    show(window)
  }

  private func show(_ window: some Window) { show(window.view) }

  /// Updates the view by evaluating its body again.
  public func update() { redraw() }

  /// Waits for the tasks of the views, and updates after each task.
  public func settle() async {
    while let task = identities.values.lazy.flatMap(\.tasks.values).first(where: { !$0.isOver }) {
      await task.work.value
      task.isOver = true
      update()
    }
  }

  func render<Content: View>(_ view: Content, at place: String, _ environment: EnvironmentValues) {
    if let shown = view as? any Rendered { return shown.render(in: self, at: place, environment) }
    let place = "\(place)/\(Content.self)"
    install(view, at: place, environment)
    render(view.body, at: place, environment)
  }

  /// Returns the state of a place, which is kept until an update does not use the place.
  func identity(at place: String) -> Identity {
    shown.insert(place)
    let identity = identities[place] ?? Identity()
    identities[place] = identity
    return identity
  }

  /// Connects the dynamic properties of a view or a modifier, including nested ones, with their places.
  func install(_ owner: Any, at place: String, _ environment: EnvironmentValues) {
    install(owner, in: identity(at: place), at: "", environment)
  }

  private func install(
    _ owner: Any,
    in identity: Identity,
    at path: String,
    _ environment: EnvironmentValues
  ) {
    for (label, value) in Mirror(reflecting: owner).children {
      let path = "\(path).\(label ?? "")"
      if let property = value as? any Installed {
        property.install(in: identity, at: path, environment)
      } else if value is any DynamicProperty {
        install(value, in: identity, at: path, environment)
      }
    }
  }
}

/// The state of a place while the place is shown.
final class Identity {
  var objects: [String: AnyObject] = [:]
  var tasks: [String: ViewTask] = [:]
}

// MARK: - Dynamic properties

protocol Installed {
  func install(in identity: Identity, at path: String, _ environment: EnvironmentValues)
}

extension StateObject: nonisolated Installed {
  nonisolated func install(in identity: Identity, at path: String, _: EnvironmentValues) {
    place.identity = identity
    place.path = path
  }
}

extension State: Installed {
  func install(in identity: Identity, at path: String, _: EnvironmentValues) {
    place.identity = identity
    place.path = path
  }
}

extension Environment: Installed {
  func install(in _: Identity, at _: String, _ environment: EnvironmentValues) {
    place.values = environment
  }
}

/// The storage of a state object in the identity of its view.
///
/// Outside an identity, each read creates an object.
final class StatePlace<Object: AnyObject> {
  private let make: () -> Object
  var identity: Identity?
  var path = ""

  init(_ make: @escaping () -> Object) {
    self.make = make
  }

  var object: Object {
    if let object = identity?.objects[path] as? Object { return object }
    let object = make()
    identity?.objects[path] = object
    return object
  }
}

/// The value of a state property, which an identity keeps like an object.
final class StateValue<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// The environment value that a structure has read at its update, which its copies share.
final class EnvironmentPlace {
  var values = EnvironmentValues()
}
