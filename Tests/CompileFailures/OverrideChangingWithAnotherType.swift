// flags: -swift-version 6 -warnings-as-errors
// expect: string literal is unused
import Vial

struct Geocoder { var search: (String) -> [Int] }

// The trailing closure can be a change of a copy, and what it returns is left out.
@MainActor func use(_ geocoder: Injection<Geocoder>) {
  geocoder.override { _ in "London" }
}
