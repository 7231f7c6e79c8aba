// Stubs of the declarations of SwiftUI that the package and its samples use, written from the public documentation.
// `Content.swift` and `Presentation.swift` contain the views and their modifiers.
//
// `OLDER_SDK` selects the isolation of the SDKs before 2024, in which only the body of a view or a modifier and the value
// of a state object are isolated to the main actor. `ViewHost.swift` and its extensions simulate the behavior of SwiftUI
// that the tests need.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Combine
public import Observation

// MARK: - Views and modifiers

#if OLDER_SDK
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}
#else
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}
#endif

@MainActor @preconcurrency public protocol LabelStyle {}

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
  }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> {
    _ConditionalContent(branch: .first(first))
  }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> {
    _ConditionalContent(branch: .second(second))
  }
}

public struct _ConditionalContent<First, Second> {
  enum Branch {
    case first(First)
    case second(Second)
  }

  let branch: Branch
}

extension View {
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }

  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View {
    modifier(EnvironmentWriter(keyPath: keyPath, value: value))
  }

  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View {
    modifier(IdentityWriter(id: id))
  }
}

public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier

  public nonisolated init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

// MARK: - State and environment

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  let place: StatePlace<StateValue<Value>>

  public init(wrappedValue value: Value) {
    place = StatePlace { StateValue(value) }
  }

  public var wrappedValue: Value {
    get { place.object.value }
    nonmutating set { place.object.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    Binding {
      wrappedValue
    } set: {
      wrappedValue = $0
    }
  }
}

#if OLDER_SDK
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  let place: StatePlace<ObjectType>

  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    place = StatePlace(thunk)
  }

  @MainActor @preconcurrency public var wrappedValue: ObjectType { place.object }
}
#else
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@MainActor @preconcurrency
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: nonisolated DynamicProperty {
  nonisolated(unsafe) let place: StatePlace<ObjectType>

  public nonisolated init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    place = StatePlace(thunk)
  }

  @MainActor @preconcurrency public var wrappedValue: ObjectType { place.object }
}
#endif

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  let place = EnvironmentPlace()
  let keyPath: KeyPath<EnvironmentValues, Value>

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  public var wrappedValue: Value { place.values[keyPath: keyPath] }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

// MARK: - Bindings

@dynamicMemberLookup
@propertyWrapper
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    read = get
    write = set
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding { self }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject> {
      wrappedValue[keyPath: keyPath]
    } set: {
      wrappedValue[keyPath: keyPath] = $0
    }
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@dynamicMemberLookup
@propertyWrapper
public struct Bindable<Value> {
  public var wrappedValue: Value

  public var projectedValue: Bindable { self }

  @available(*, unavailable, message: "The wrapped value must conform to Observable")
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension Bindable where Value: AnyObject & Observable {
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  public init(_ wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension Bindable where Value: AnyObject {
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding {
      wrappedValue[keyPath: keyPath]
    } set: {
      wrappedValue[keyPath: keyPath] = $0
    }
  }
}
