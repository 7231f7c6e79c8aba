#if canImport(SwiftUI)
import Foundation
import SwiftUI
import VialSwiftUI
import WorldClockFeature
import WorldClockInterface

/// The time, the day and the time zone of one city.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct CityView: View {
  let city: City
  @ViewInstance(worldClockModel) private var clock

  var body: some View {
    TimelineView(.periodic(from: .now, by: 1)) { _ in
      let time = clock.time(in: city)
      Form {
        Text(time.time)
          .font(.largeTitle.monospacedDigit())
        LabeledContent("Day", value: time.day)
        LabeledContent("UTC", value: time.offset)
        LabeledContent("Time Zone", value: time.identifier)
      }
    }
    .navigationTitle(city.name)
  }
}
#endif
