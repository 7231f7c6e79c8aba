// flags: -swift-version 6 -warnings-as-errors
// expect: string literal is unused
import Vial

struct Geocoder { var search: (String) -> [Int] }

// The compiler reads the trailing closure as a change of a copy, and reports that its result is unused.
@MainActor func use(_ geocoder: Injection<Geocoder>) {
  geocoder.override { _ in "London" }
}
