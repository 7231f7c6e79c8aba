// Type-checked and tested against stand-ins for SwiftUI's declarations; never run in SwiftUI itself.
#if canImport(SwiftUI)
import Combine
public import Observation
public import SwiftUI
public import Vial

/// Consumes an injection in a view: one instance for as long as the view has its identity.
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
/// A view is a struct that SwiftUI makes again and again. The instance is made once, when a body
/// first reads it, and kept until the view's identity goes, as the object of a `StateObject` is. It
/// is resolved in the override scope of the view's environment,
/// `EnvironmentValues.overrideScope`, and what it consumes belongs to that scope.
///
/// What was read stays, also when the view is given another injection or its environment another
/// scope. Give the view another identity, with `.id(_:)`, where it must start anew.
///
/// A view follows the changes of an instance that is `@Observable`. It does not follow those of an
/// `ObservableObject`: hand that to a view that has it as an `@ObservedObject`.
///
/// > Important: Read it in a body, or in what a body calls or leaves behind: actions and tasks.
/// > Elsewhere, as in the view's initializer, there is no identity yet: each read makes an instance
/// > of its own, outside the environment's scope, and SwiftUI says so at run time.
///
/// Making the struct again builds nothing. One object and one `Instance` for each identity.
@propertyWrapper public struct ViewInstance<Value>: DynamicProperty {
  @StateObject private var owned: ViewOwned<Value>
  @Environment(\.overrideScope) private var scope

  /// Makes a consumer for a view.
  ///
  /// In a view's own initializer: `_page = ViewInstance(pages[number])`.
  ///
  /// - Parameters:
  ///   - injection: The injection to consume; looked at when the view's identity first reads it.
  ///   - owner: The type that the property is in, which the compiler fills in; a recorded graph and
  ///     the observers name it. For a view whose other properties are set by an initializer that the
  ///     compiler writes, they name the file and the line.
  ///   - fileID: Leave it out. It names the owner where an initializer makes the consumer.
  ///   - line: Leave it out, as the file.
  public nonisolated init(
    _ injection: @escaping @MainActor @autoclosure () -> Injection<Value>,
    owner: String = #function,
    fileID: String = #fileID,
    line: UInt = #line
  ) {
    _owned = StateObject(
      wrappedValue: ViewOwned {
        Instance(injection(), owner: owner, fileID: fileID, line: line)
      }
    )
  }

  /// Never compiles: the error says that a family has an injection for each key.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a family has an injection for each key: family[key]")
  public nonisolated init<Key>(_ family: @autoclosure () -> InjectionFamily<Key, Value>) {
    fatalError()
  }

  /// The instance of the view's identity, built at the first read.
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

  /// What `$model` is: each property of an `@Observable` instance as a binding.
  ///
  /// The type has nothing of its own, so that every name is one of the instance's.
  @dynamicMemberLookup public struct Bindings {
    fileprivate let instance: Value
  }
}

// MARK: - Bindings

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, macCatalyst 17, *)
extension ViewInstance.Bindings where Value: AnyObject & Observable {
  /// A binding to a property of the instance, as `Bindable` makes it.
  ///
  /// - Parameter property: The property, which can be written.
  public subscript<Subject>(
    dynamicMember property: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Bindable(instance)[dynamicMember: property]
  }
}

// MARK: - What an identity keeps

/// What one identity of a view consumes; SwiftUI makes and releases it with the identity.
final class ViewOwned<Value>: ObservableObject {
  private let make: @MainActor () -> Instance<Value>
  @MainActor private var consumer: Instance<Value>?

  init(_ make: @escaping @MainActor () -> Instance<Value>) {
    self.make = make
  }

  /// The scope decides at the first read, as where a consumer is made does (rule 20).
  @MainActor func value(in scope: OverrideScope?) -> Value {
    if let consumer { return consumer.wrappedValue }
    let consumer = scope.runOrHere { [make] in make() }
    self.consumer = consumer
    return consumer.wrappedValue
  }
}
#endif
