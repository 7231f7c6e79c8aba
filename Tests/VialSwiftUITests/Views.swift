import Observation
import SwiftUI
import Vial
import VialSwiftUI

/// The number of instances that were built, and the number that are alive.
final class Tally {
  var built = 0
  var alive = 0
}

@MainActor @Observable final class Model {
  var city = ""
  @ObservationIgnored private let tally: Tally

  init(_ tally: Tally) {
    self.tally = tally
    tally.built += 1
    tally.alive += 1
  }

  isolated deinit {
    tally.alive -= 1
  }
}

protocol Named {
  var name: String { get }
}

struct Name: Named {
  let name: String

  init(_ tally: Tally, _ name: String = "live") {
    tally.built += 1
    self.name = name
  }
}

/// A consumer of a name, which a tally counts.
@MainActor final class Consumer {
  @Instance<String> var name: String
  @DynamicInstance<String> var latestName: String
  private let tally: Tally

  init(_ injection: Injection<String>, _ tally: Tally = Tally()) {
    _name = Instance(injection)
    _latestName = DynamicInstance(injection)
    self.tally = tally
    tally.alive += 1
  }

  isolated deinit {
    tally.alive -= 1
  }
}

// MARK: - Views

struct ModelView: View {
  @ViewInstance<Model> var model: Model
  private let leave: (@escaping () -> Model) -> Void
  private let seen: (Model) -> Void

  init(
    _ injection: Injection<Model>,
    leaving leave: @escaping (@escaping () -> Model) -> Void = { _ in },
    seen: @escaping (Model) -> Void = { _ in }
  ) {
    _model = ViewInstance(injection)
    self.leave = leave
    self.seen = seen
  }

  var body: some View {
    let _ = leave { model }
    let _ = seen(model)
    Text(model.city)
  }
}

struct FieldView: View {
  @ViewInstance<Model> private var model: Model
  private let seen: (Model, Binding<String>) -> Void

  init(_ injection: Injection<Model>, _ seen: @escaping (Model, Binding<String>) -> Void) {
    _model = ViewInstance(injection)
    self.seen = seen
  }

  var body: some View {
    let _ = seen(model, $model.city)
    TextField("City", text: $model.city)
  }
}

@MainActor private let owned = Injection(strategy: .onDemand, instance: "owned")

struct OwnerView: View {
  @ViewInstance(owned) private var name

  var body: some View { Text(name) }
}

/// A view with a memberwise initializer.
struct TitledOwnerView: View {
  let title: String
  @ViewInstance(owned) private var name

  var body: some View { Text(title + name) }
}

struct NameView: View {
  @ViewInstance<String> private var name: String

  init(_ injection: Injection<String>) {
    _name = ViewInstance(injection)
  }

  var body: some View { Text(name) }
}

struct NamedView: View {
  @ViewInstance<Name> private var named: Name

  init(_ injection: Injection<Name>) {
    _named = ViewInstance(injection)
  }

  var body: some View { Text(named.name) }
}

struct ExistentialView: View {
  @ViewInstance<any Named> private var named: any Named

  init(_ injection: Injection<any Named>) {
    _named = ViewInstance(injection)
  }

  var body: some View { Text(named.name) }
}

struct ConsumerView: View {
  @ViewInstance<Consumer> private var consumer: Consumer
  private let seen: (Consumer) -> Void

  init(_ injection: Injection<Consumer>, _ seen: @escaping (Consumer) -> Void = { _ in }) {
    _consumer = ViewInstance(injection)
    self.seen = seen
  }

  var body: some View {
    let _ = seen(consumer)
    EmptyView()
  }
}

struct TallyView: View {
  @ViewInstance<Tally> private var tally: Tally
  private let seen: (Tally) -> Void

  init(_ injection: Injection<Tally>, _ seen: @escaping (Tally) -> Void) {
    _tally = ViewInstance(injection)
    self.seen = seen
  }

  var body: some View {
    let _ = seen(tally)
    EmptyView()
  }
}

struct ScopeView: View {
  @Environment(\.overrideScope) private var scope
  let seen: (OverrideScope) -> Void

  var body: some View {
    let _ = seen(scope)
    EmptyView()
  }
}
