// Shows views that have no body.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

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

// MARK: - Groups

extension EmptyView: View, Rendered {
  func render(in _: ViewHost, at _: String, _: EnvironmentValues) {}
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

extension _ConditionalContent: View, Rendered where First: View, Second: View {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    switch branch {
    case .first(let view): host.render(view, at: "\(place)/first", environment)
    case .second(let view): host.render(view, at: "\(place)/second", environment)
    }
  }
}

/// A view that only wraps another view.
protocol Container: Rendered {
  associatedtype Content: View
  var content: Content { get }
}

extension Container {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    host.render(content, at: "\(place)/\(Self.self)", environment)
  }
}

extension VStack: View, Container {}
extension Form: View, Container {}
extension List: View, Container {}

extension ForEach: View, Rendered, DynamicViewContent {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    for (index, element) in data.enumerated() {
      let texts = host.saying {
        host.render(content(element), at: "\(place)/ForEach#\(id(element))", environment)
      }
      guard let _deletion else { continue }
      host.screen.rows.append((texts, { _deletion(IndexSet(integer: index)) }))
    }
  }
}

extension TimelineView: View, Rendered {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    let view = content(TimelineViewDefaultContext(date: .now))
    host.render(view, at: "\(place)/TimelineView", environment)
  }
}

// MARK: - Texts and controls

extension Text: View, Rendered {
  func render(in host: ViewHost, at _: String, _: EnvironmentValues) { host.say(content) }
}

extension ProgressView: View, Rendered {
  func render(in host: ViewHost, at _: String, _: EnvironmentValues) { host.say(title) }
}

extension LabeledContent: View, Rendered {
  func render(in host: ViewHost, at _: String, _: EnvironmentValues) {
    host.say(title)
    host.say(value)
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension ContentUnavailableView: View, Rendered {
  func render(in host: ViewHost, at _: String, _: EnvironmentValues) {
    host.say(title)
    if let description { host.say(description.content) }
  }
}

extension TextField: View, Rendered {
  func render(in host: ViewHost, at _: String, _: EnvironmentValues) {
    host.say(text.wrappedValue)
    host.screen.fields.append((title, text))
  }
}

extension Button: View, Rendered {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    let texts = host.saying { host.render(label, at: "\(place)/Button", environment) }
    host.screen.controls.append(
      Control(texts: texts, isEnabled: environment.isEnabled, action: action)
    )
  }
}

private enum IsEnabledKey: EnvironmentKey {
  static let defaultValue = true
}

extension EnvironmentValues {
  var isEnabled: Bool {
    get { self[IsEnabledKey.self] }
    set { self[IsEnabledKey.self] = newValue }
  }
}
