import SwiftUI
import Vial
import VialSwiftUI

/// A view with a state and an instance.
struct StateView: View {
  @State private var count = 0
  @ViewInstance<Model> private var model: Model

  init(_ injection: Injection<Model>) {
    _model = ViewInstance(injection)
  }

  var body: some View {
    Text("\(count) in \(model.city)")
    TextField("City", text: $model.city)
    Button("More") { count += 1 }
  }
}

/// A view with a branch that a state shows and hides.
struct ScreenView: View {
  @State private var isShown = true
  let models: Injection<Model>

  init(_ models: Injection<Model>) {
    self.models = models
  }

  var body: some View {
    Button(isShown ? "Hide" : "Show") { isShown = !isShown }
    if isShown {
      StateView(models)
    } else {
      Text("nothing")
    }
  }
}

struct RowsView: View {
  let rows: [Int]
  let models: Injection<Model>

  init(_ rows: [Int], _ models: Injection<Model>) {
    self.rows = rows
    self.models = models
  }

  var body: some View {
    List {
      ForEach(rows, id: \.self) { RowView($0, models) }
    }
  }
}

private struct RowView: View {
  let number: Int
  @ViewInstance<Model> private var model: Model

  init(_ number: Int, _ injection: Injection<Model>) {
    self.number = number
    _model = ViewInstance(injection)
  }

  var body: some View { TextField("City \(number)", text: $model.city) }
}

struct ModelModifier: ViewModifier {
  @ViewInstance<Model> private var model: Model

  init(_ injection: Injection<Model>) {
    _model = ViewInstance(injection)
  }

  func body(content: Content) -> some View {
    content
    Text(model.city)
  }
}

struct TaskView: View {
  @State private var runs = 0
  @ViewInstance<Model> private var model: Model
  let id: Int

  init(_ injection: Injection<Model>, id: Int) {
    _model = ViewInstance(injection)
    self.id = id
  }

  var body: some View {
    Text(model.city)
      .task(id: id) {
        await Task.yield()
        runs += 1
        model.city = runs == 1 ? "1 run" : "\(runs) runs"
      }
  }
}

// MARK: - Sheets and stacks

struct SheetView: View {
  @State private var isPresented = false
  let name: Injection<String>

  init(_ name: Injection<String>) {
    self.name = name
  }

  var body: some View {
    Button("Present") { isPresented = true }
      .sheet(isPresented: $isPresented) {
        NameView(name)
        ClosingView(title: "Close")
      }
  }
}

struct StackView: View {
  let name: Injection<String>
  let models: Injection<Model>

  init(_ name: Injection<String>, _ models: Injection<Model>) {
    self.name = name
    self.models = models
  }

  var body: some View {
    NavigationStack {
      VStack {
        StateView(models)
        NavigationLink(value: 7) { Text("Open 7") }
      }
      .navigationDestination(for: Int.self) { number in
        Text("\(number)")
        NameView(name)
        ClosingView(title: "Back")
      }
    }
  }
}

private struct ClosingView: View {
  @Environment(\.dismiss) private var dismiss
  let title: String

  var body: some View {
    Button(title) { dismiss() }
  }
}
