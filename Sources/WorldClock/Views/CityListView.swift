#if canImport(SwiftUI)
import Foundation
import SwiftUI
import VialSwiftUI
import WorldClockFeature
import WorldClockInterface

/// The favourite cities of the current account, with the time in each city.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct CityListView: View {
  let account: AccountModel
  @ViewInstance(currentFavourites) private var favourites
  @ViewInstance(worldClockModel) private var clock
  @State private var isAdding = false

  var body: some View {
    NavigationStack {
      List {
        ForEach(favourites.cities) { city in
          NavigationLink(value: city) {
            // Only the row is updated each second, not the list.
            TimelineView(.periodic(from: .now, by: 1)) { _ in
              LabeledContent(city.name, value: clock.time(in: city).time)
            }
          }
        }
        .onDelete { offsets in
          favourites.remove(offsets.map { favourites.cities[$0] })
        }
      }
      .navigationTitle("World Clock")
      .navigationDestination(for: City.self) { CityView(city: $0) }
      .toolbar {
        ToolbarItem { Button("Sign Out") { account.signOut() } }
        ToolbarItem(placement: .primaryAction) { Button("Add City") { isAdding = true } }
      }
      .sheet(isPresented: $isAdding) { AddCityView() }
    }
  }
}
#endif
