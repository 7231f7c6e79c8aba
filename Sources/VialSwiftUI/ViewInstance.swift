// This file is tested against stand-ins for SwiftUI's declarations and has never run in SwiftUI itself.
#if canImport(SwiftUI)
import Combine
public import Observation
public import SwiftUI
public import Vial

/// A consumer in a view, which keeps one instance for the lifetime of the view's identity.
///
/// ```swift
/// @MainActor let forecastModel = Injection(strategy: .onDemand, instance: ForecastModel())
///
/// struct ForecastView: View {
///   @ViewInstance(forecastModel) private var model
///
///   var body: some View {
///     Text(model.advice)
///   }
/// }
/// ```
///
/// SwiftUI recreates the structure of a view many times. The instance is resolved once, when a body first reads the
/// property. The instance is kept until the identity of the view is removed, like the object of a `StateObject`. The
/// instance and its consumers are resolved in `EnvironmentValues.overrideScope`.
///
/// The view keeps its instance if it is recreated with another injection, or if the scope of its environment changes.
/// To resolve again, change the identity of the view with `.id(_:)`.
///
/// A view updates when an `@Observable` instance changes, but not when an `ObservableObject` changes. Pass an
/// `ObservableObject` to a view that declares it as an `@ObservedObject`.
///
/// > Important: Read the property in a body, an action or a task. A view has no identity in its initializer, so each
/// > read there resolves another instance, outside the scope of the environment, and SwiftUI warns at run time.
///
/// Each identity allocates one object and one `Instance`. Recreating the structure does not build an instance.
@propertyWrapper public struct ViewInstance<Value>: DynamicProperty {
  @StateObject private var owned: ViewOwned<Value>
  @Environment(\.overrideScope) private var scope

  /// Creates a consumer for a view.
  ///
  /// In the initializer of a view, write `_page = ViewInstance(pages[number])`.
  ///
  /// - Parameters:
  ///   - injection: The injection to consume. The expression is evaluated at the first read.
  ///   - owner: The type that has the property, for diagnostics.
  ///   - fileID: The file to report in diagnostics.
  ///   - line: The line to report in diagnostics.
  public nonisolated init(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    owner: String = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    _owned = StateObject(
      wrappedValue: ViewOwned {
        Instance(injection(), owner: owner, fileID: fileID, line: line)
      }
    )
  }

  /// Rejects a family at compile time, because a family has an injection for each key.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a family has an injection for each key: family[key] [consumer-of-family]")
  public nonisolated init<Key>(_ family: @autoclosure () -> InjectionFamily<Key, Value>) {
    fatalError()
  }

  /// The instance of the view's identity, resolved at the first read.
  @MainActor public var wrappedValue: Value { owned.value(in: scope) }

  /// Bindings to the properties of an `@Observable` instance.
  ///
  /// ```swift
  /// struct SearchView: View {
  ///   @ViewInstance(searchModel) private var model
  ///
  ///   var body: some View {
  ///     TextField("City", text: $model.city)
  ///   }
  /// }
  /// ```
  @MainActor public var projectedValue: Bindings { Bindings(instance: wrappedValue) }

  /// A binding for each property of an `@Observable` instance.
  ///
  /// The type has no other members, so each member name refers to a property of the instance.
  @dynamicMemberLookup public struct Bindings {
    fileprivate let instance: Value
  }
}

// MARK: - Bindings

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, macCatalyst 17, *)
extension ViewInstance.Bindings where Value: AnyObject & Observable {
  /// A binding to a property of the instance, created by `Bindable`.
  ///
  /// - Parameter property: The key path of the property.
  public subscript<Subject>(
    dynamicMember property: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Bindable(instance)[dynamicMember: property]
  }
}

// MARK: - Storage

/// The consumer of one identity of a view.
///
/// SwiftUI creates and releases this object with the identity.
final class ViewOwned<Value>: ObservableObject {
  private let makeConsumer: @MainActor () -> Instance<Value>
  @MainActor private var consumer: Instance<Value>?

  init(_ makeConsumer: @escaping @MainActor () -> Instance<Value>) {
    self.makeConsumer = makeConsumer
  }

  /// Returns the instance, creating the consumer in `scope` at the first call.
  @MainActor func value(in scope: OverrideScope) -> Value {
    if let consumer { return consumer.wrappedValue }
    let consumer = scope.run { [makeConsumer] in makeConsumer() }
    self.consumer = consumer
    return consumer.wrappedValue
  }
}
#endif
