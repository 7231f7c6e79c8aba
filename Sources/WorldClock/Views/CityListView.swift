#if canImport(SwiftUI)
import Foundation
import SwiftUI
import VialSwiftUI
import WorldClockFeature
import WorldClockInterface

/// The favourite cities of who is signed in, with the time in each.
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
            // The row alone is drawn anew each second.
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
