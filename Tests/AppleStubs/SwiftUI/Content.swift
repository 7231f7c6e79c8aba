// Stubs of SwiftUI's views with content, written from the public documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// MARK: - Groups

public struct EmptyView {
  public nonisolated init() {}
}

public struct TupleView<T> {
  public var value: T
  public nonisolated init(_ value: T) { self.value = value }
}

public struct VStack<Content: View> {
  let content: Content
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct Form<Content: View> {
  let content: Content
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct List<Content: View> {
  let content: Content
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View> {
  public var data: Data
  public var content: (Data.Element) -> Content
  let id: (Data.Element) -> ID
  public var _deletion: ((IndexSet) -> Void)?

  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
    self.id = { $0[keyPath: id] }
  }

  public init(
    _ data: Data,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable, ID == Data.Element.ID {
    self.data = data
    self.content = content
    id = \.id
  }
}

@MainActor @preconcurrency
public protocol DynamicViewContent: View {
  associatedtype Data: Collection
  var data: Data { get }
  var _deletion: ((IndexSet) -> Void)? { get set }
}

extension DynamicViewContent {
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
    var copy = self
    copy._deletion = action
    return copy
  }
}

// MARK: - Texts

public struct Text {
  let content: String
  public nonisolated init<S: StringProtocol>(_ content: S) { self.content = String(content) }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct LabeledContent {
  let title: String
  let value: String

  public nonisolated init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
    self.title = String(title)
    self.value = String(value)
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct ContentUnavailableView {
  let title: String
  let description: Text?

  public nonisolated init<S: StringProtocol>(
    _ title: S,
    systemImage name: String,
    description: Text? = nil
  ) {
    self.title = String(title)
    self.description = description
  }
}

public struct ProgressView {
  let title: String

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  public nonisolated init<S: StringProtocol>(_ title: S) { self.title = String(title) }
}

public struct Font: Hashable, Sendable {
  public static let largeTitle = Font()
  public func monospacedDigit() -> Font { self }
}

extension View {
  public nonisolated func font(_ font: Font?) -> some View { self }
}

// MARK: - Controls

public struct TextField {
  let title: String
  let text: Binding<String>

  public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    self.title = String(title)
    self.text = text
  }
}

public struct Button<Label: View> {
  let action: @MainActor () -> Void
  let label: Label

  public nonisolated init(
    action: @escaping @MainActor () -> Void,
    @ViewBuilder label: () -> Label
  ) {
    self.action = action
    self.label = label()
  }
}

extension Button where Label == Text {
  public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.action = action
    label = Text(title)
  }
}

extension View {
  public nonisolated func disabled(_ disabled: Bool) -> some View {
    modifier(EnvironmentWriter(keyPath: \.isEnabled, value: !disabled))
  }
}

// MARK: - Time

public protocol TimelineSchedule {}

public struct PeriodicTimelineSchedule: TimelineSchedule {}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  public static func periodic(from start: Date, by interval: TimeInterval) -> Self { Self() }
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
public struct TimelineViewDefaultContext {
  public let date: Date
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
public struct TimelineView<Schedule: TimelineSchedule, Content: View> {
  let content: (TimelineViewDefaultContext) -> Content

  public init(
    _ schedule: Schedule,
    @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
  ) {
    self.content = content
  }
}
