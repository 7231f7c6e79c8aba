#if canImport(SwiftUI)
import Foundation
import SwiftUI
import VialSwiftUI
import WorldClockFeature
import WorldClockInterface

/// A screen that searches for a city and adds it to the favourites.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct AddCityView: View {
  @ViewInstance(citySearchModel) private var model
  @ViewInstance(currentFavourites) private var favourites
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    NavigationStack {
      List {
        results
      }
      .navigationTitle("Add City")
      .searchable(text: $model.text, prompt: "City")
      // SwiftUI cancels the previous search when the text changes.
      .task(id: model.text) { await model.search() }
      .toolbar {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
      }
    }
  }

  @ViewBuilder private var results: some View {
    switch model.state {
    case .idle:
      EmptyView()
    case .searching:
      ProgressView("Searching")
    case .found(let cities):
      if cities.isEmpty {
        ContentUnavailableView("No Such City", systemImage: "magnifyingglass")
      }
      ForEach(cities) { city in
        Button {
          favourites.add(city)
          dismiss()
        } label: {
          LabeledContent(city.name, value: city.timeZone.identifier)
        }
      }
    case .failed(let reason):
      ContentUnavailableView("Cannot Search", systemImage: "wifi.slash", description: Text(reason))
      Button("Try Again") { Task { await model.search() } }
    }
  }
}
#endif
