// Shows windows, navigation, toolbars and sheets.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

/// A scene that the host can open.
@MainActor
protocol Window {
  associatedtype Content: View
  var view: Content { get }
}

extension WindowGroup: Window {
  var view: Content { content() }
}

// MARK: - Navigation

/// The values that a navigation stack has pushed, which its identity keeps.
final class NavigationState {
  var path: [AnyHashable] = []
  var destinations: [ObjectIdentifier: @MainActor (AnyHashable) -> any View] = [:]
}

extension NavigationStack: View, Rendered {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    let identity = host.identity(at: place)
    let state = identity.objects["path"] as? NavigationState ?? NavigationState()
    identity.objects["path"] = state
    var environment = environment
    environment.navigation = state

    let around = host.screen
    host.render(root, at: "\(place)/NavigationStack", environment)
    environment.dismiss = DismissAction { _ = state.path.popLast() }
    for (depth, value) in state.path.enumerated() {
      guard let destination = state.destinations[ObjectIdentifier(type(of: value.base))] else {
        continue
      }
      // The view below the pushed view keeps its state but is not visible.
      host.screen = around
      host.render(destination(value), at: "\(place)/NavigationStack/\(depth)", environment)
    }
  }
}

extension NavigationLink: View, Rendered {
  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    let texts = host.saying { host.render(label, at: "\(place)/NavigationLink", environment) }
    let isEnabled = environment.isEnabled && value != nil
    host.screen.controls.append(
      Control(texts: texts, isEnabled: isEnabled) {
        if let value { environment.navigation?.path.append(value) }
      }
    )
  }
}

struct DestinationModifier<Data: Hashable, Destination: View>: Modification {
  nonisolated(unsafe) let destination: (Data) -> Destination

  nonisolated init(destination: @escaping (Data) -> Destination) {
    self.destination = destination
  }

  func render(
    _ content: some View,
    in host: ViewHost,
    at place: String,
    _ environment: EnvironmentValues
  ) {
    environment.navigation?.destinations[ObjectIdentifier(Data.self)] = { [destination] value in
      (value.base as? Data).map(destination)
    }
    host.render(content, at: place, environment)
  }
}

// MARK: - Titles, search fields, toolbars

struct TitleModifier: Modification {
  let title: String

  nonisolated init(title: String) {
    self.title = title
  }

  func render(
    _ content: some View,
    in host: ViewHost,
    at place: String,
    _ environment: EnvironmentValues
  ) {
    host.say(title)
    host.render(content, at: place, environment)
  }
}

struct SearchModifier: Modification {
  nonisolated(unsafe) let text: Binding<String>
  let prompt: String

  nonisolated init(text: Binding<String>, prompt: String) {
    self.text = text
    self.prompt = prompt
  }

  func render(
    _ content: some View,
    in host: ViewHost,
    at place: String,
    _ environment: EnvironmentValues
  ) {
    host.render(TextField(prompt, text: text), at: place, environment)
    host.render(content, at: place, environment)
  }
}

struct ToolbarModifier<Toolbar: View>: Modification {
  let toolbar: Toolbar

  func render(
    _ content: some View,
    in host: ViewHost,
    at place: String,
    _ environment: EnvironmentValues
  ) {
    host.render(toolbar, at: "\(place)/toolbar", environment)
    host.render(content, at: "\(place)/content", environment)
  }
}

// MARK: - Sheets

struct SheetModifier<Sheet: View>: Modification {
  nonisolated(unsafe) let isPresented: Binding<Bool>
  nonisolated(unsafe) let sheet: () -> Sheet

  nonisolated init(isPresented: Binding<Bool>, sheet: @escaping () -> Sheet) {
    self.isPresented = isPresented
    self.sheet = sheet
  }

  func render(
    _ content: some View,
    in host: ViewHost,
    at place: String,
    _ environment: EnvironmentValues
  ) {
    host.render(content, at: "\(place)/content", environment)
    guard isPresented.wrappedValue else { return }
    var environment = environment
    environment.navigation = nil
    environment.dismiss = DismissAction { [isPresented] in isPresented.wrappedValue = false }
    host.render(sheet(), at: "\(place)/sheet", environment)
  }
}

// MARK: - Context of inner views

private enum NavigationKey: EnvironmentKey {
  static var defaultValue: NavigationState? { nil }
}

private enum DismissKey: EnvironmentKey {
  static var defaultValue: (() -> Void)? { nil }
}

extension EnvironmentValues {
  var navigation: NavigationState? {
    get { self[NavigationKey.self] }
    set { self[NavigationKey.self] = newValue }
  }

  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
  @MainActor public internal(set) var dismiss: DismissAction {
    get { DismissAction(dismiss: self[DismissKey.self] ?? {}) }
    set { self[DismissKey.self] = newValue.dismiss }
  }
}
