// expect: an override's closure returns what the injection provides, without await or try
import Vial
import VialTesting
import XCTest

protocol Weather {}

@MainActor let weather = Injection<any Weather>.required("a weather service")

final class Tests: XCTestCase {
  override func setUp() {
    override(weather, with: { _ in "rain" })
  }
}
