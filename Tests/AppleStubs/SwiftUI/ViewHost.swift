// What SwiftUI does with a view's identity, as far as the tests of the package's views need it: each
// place in a tree of views keeps what is kept there from one update to the next, until the place is
// empty, or what stands there has another type or another `id`. A row has the place of its `id`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

import Combine

/// Shows a view, updates it, does what a user does, and lets it go.
@MainActor
public final class ViewHost {
  private var identities: [String: Identity] = [:]
  private var shown: Set<String> = []
  private var redraw: () -> Void = {}
  var screen = Screen()

  /// What the texts of the last update say.
  public var texts: [String] { screen.texts }

  public init() {}

  /// Shows a view: what is at a place that it was at before keeps its state.
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

  /// Makes an update: the view that is shown is asked for its body again.
  public func update() { redraw() }

  /// Waits for the tasks of the views, with an update after each.
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

  /// What is kept for a place, from now on until an update does not ask for it.
  func identity(at place: String) -> Identity {
    shown.insert(place)
    let identity = identities[place] ?? Identity()
    identities[place] = identity
    return identity
  }

  /// Gives the dynamic properties of a view or a modifier their places, those inside others too.
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

/// What is kept for a place as long as it is shown.
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

/// Where a state object finds its object: in the identity of its view; elsewhere each read makes one.
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

/// The value of a state, which an identity keeps as it keeps an object.
final class StateValue<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// What a struct read of the environment at its update, which its copies keep.
final class EnvironmentPlace {
  var values = EnvironmentValues()
}
