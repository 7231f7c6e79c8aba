// What SwiftUI does with a view's identity, as far as the tests of the package's views need it: each
// place in a tree of views keeps its state objects from one update to the next, until the place is
// empty, or what stands there has another type or another `id`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

import Combine

/// Shows a view, updates it, and lets it go.
@MainActor
public final class ViewHost {
  private var identities: [String: Identity] = [:]
  private var shown: Set<String> = []

  /// What the texts of the last update say.
  public private(set) var texts: [String] = []

  public init() {}

  /// Makes an update: what is at a place that it was at before keeps its state objects.
  public func show<Content: View>(
    _ view: Content,
    in environment: EnvironmentValues = EnvironmentValues()
  ) {
    shown = []
    texts = []
    render(view, at: "", environment)
    identities = identities.filter { shown.contains($0.key) }
  }

  func render<Content: View>(_ view: Content, at place: String, _ environment: EnvironmentValues) {
    if let shown = view as? any Rendered { return shown.render(in: self, at: place, environment) }
    let place = "\(place)/\(Content.self)"
    install(view, at: place, environment)
    render(view.body, at: place, environment)
  }

  /// Gives the dynamic properties of a view or a modifier their places, those inside others too.
  func install(_ owner: Any, at place: String, _ environment: EnvironmentValues) {
    shown.insert(place)
    let identity = identities[place] ?? Identity()
    identities[place] = identity
    install(owner, in: identity, at: "", environment)
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

  func say(_ text: String) {
    texts.append(text)
  }
}

/// What is kept for a place as long as it is shown.
final class Identity {
  var objects: [String: AnyObject] = [:]
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

/// What a struct read of the environment at its update, which its copies keep.
final class EnvironmentPlace {
  var values = EnvironmentValues()
}

// MARK: - Views without a body

@MainActor
protocol Rendered {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues)
}

extension Rendered {
  public var body: Never { fatalError("It has no body.") }
}

extension Never: View {
  public var body: Never { fatalError("Never is there.") }
}

extension EmptyView: View, Rendered {
  func render(in _: ViewHost, at _: String, _: EnvironmentValues) {}
}

extension Text: View, Rendered {
  func render(in host: ViewHost, at _: String, _: EnvironmentValues) { host.say(content) }
}

extension TextField: View, Rendered {
  func render(in host: ViewHost, at _: String, _: EnvironmentValues) { host.say(text.wrappedValue) }
}

extension Button: View, Rendered {
  func render(in host: ViewHost, at _: String, _: EnvironmentValues) { host.say(title) }
}

extension VStack: View, Rendered {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    host.render(content, at: "\(place)/VStack", environment)
  }
}

extension TupleView: View, Rendered {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    for (index, child) in Mirror(reflecting: value).children.enumerated() {
      guard let view = child.value as? any View else { continue }
      host.render(view, at: "\(place)/\(index)", environment)
    }
  }
}

extension Optional: View, Rendered where Wrapped: View {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    if let self { host.render(self, at: "\(place)/some", environment) }
  }
}

// MARK: - Modifiers

extension ModifiedContent: View, Rendered where Content: View, Modifier: ViewModifier {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    if let writer = modifier as? any Writer {
      var (place, environment) = ("\(place)/\(Modifier.self)", environment)
      writer.write(&place, &environment)
      return host.render(content, at: place, environment)
    }
    let place = "\(place)/\(Modifier.self)"
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

/// A modifier that only says something to what is inside.
@MainActor
protocol Writer: ViewModifier where Body == Never {
  func write(_ place: inout String, _ environment: inout EnvironmentValues)
}

extension Writer {
  public func body(content: Content) -> Never { fatalError("It has no body.") }
}

struct EnvironmentWriter<Value>: Writer {
  nonisolated(unsafe) let keyPath: WritableKeyPath<EnvironmentValues, Value>
  nonisolated(unsafe) let value: Value

  nonisolated init(keyPath: WritableKeyPath<EnvironmentValues, Value>, value: Value) {
    self.keyPath = keyPath
    self.value = value
  }

  func write(_: inout String, _ environment: inout EnvironmentValues) {
    environment[keyPath: keyPath] = value
  }
}

struct IdentityWriter<ID: Hashable>: Writer {
  nonisolated(unsafe) let id: ID

  nonisolated init(id: ID) {
    self.id = id
  }

  func write(_ place: inout String, _: inout EnvironmentValues) {
    place += "#\(id)"
  }
}
