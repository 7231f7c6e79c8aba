// Stubs of SwiftUI's applications, windows, navigation, sheets and view tasks, written from the public documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// MARK: - Applications

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
extension App {
  @MainActor @preconcurrency public static func main() {}
}

@MainActor @preconcurrency
public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
  let content: () -> Content
  public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }
}

// MARK: - Navigation

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct NavigationStack<Root: View> {
  let root: Root
  public nonisolated init(@ViewBuilder root: () -> Root) { self.root = root() }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct NavigationLink<Label: View, Destination: View> {
  let value: AnyHashable?
  let label: Label
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
extension NavigationLink where Destination == Never {
  public nonisolated init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    self.value = value as AnyHashable?
    self.label = label()
  }
}

extension View {
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type,
    @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modifier(DestinationModifier(destination: destination))
  }

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    modifier(TitleModifier(title: String(title)))
  }

  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
  public nonisolated func searchable<S: StringProtocol>(
    text: Binding<String>,
    prompt: S
  ) -> some View {
    modifier(SearchModifier(text: text, prompt: String(prompt)))
  }
}

// MARK: - Toolbars

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@MainActor @preconcurrency
public protocol ToolbarContent {
  associatedtype Content: View
  var _content: Content { get }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct ToolbarItemPlacement {
  public static var automatic: Self { Self() }
  public static var primaryAction: Self { Self() }
  public static var cancellationAction: Self { Self() }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct ToolbarItem<Content: View>: ToolbarContent {
  public let _content: Content

  public init(
    placement: ToolbarItemPlacement = .automatic,
    @ViewBuilder content: () -> Content
  ) {
    _content = content()
  }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@resultBuilder
public enum ToolbarContentBuilder {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content {
    content
  }

  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }

  @MainActor public static func buildBlock<each Content: ToolbarContent>(
    _ content: repeat each Content
  ) -> some ToolbarContent {
    ToolbarItem(placement: .primaryAction) { TupleView((repeat (each content)._content)) }
  }
}

extension View {
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  @MainActor public func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View {
    modifier(ToolbarModifier(toolbar: content()._content))
  }
}

// MARK: - Sheets

extension View {
  public nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    modifier(SheetModifier(isPresented: isPresented, sheet: content))
  }
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
@MainActor @preconcurrency
public struct DismissAction {
  let dismiss: () -> Void
  public func callAsFunction() { dismiss() }
}

// MARK: - Tasks

extension View {
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
  public nonisolated func task<T: Equatable>(
    id value: T,
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @MainActor () async -> Void
  ) -> some View {
    modifier(TaskModifier(id: value, action: action))
  }

  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @MainActor () async -> Void
  ) -> some View {
    modifier(TaskModifier(id: 0, action: action))
  }
}
