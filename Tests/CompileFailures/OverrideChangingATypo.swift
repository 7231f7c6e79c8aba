// expect: value of type 'Geocoder' has no member 'serch'
import Vial

struct Geocoder { var search: (String) -> [Int] }

@MainActor func use(_ geocoder: Injection<Geocoder>) {
  geocoder.override(changing: { $0.serch = { _ in [] } })
}
