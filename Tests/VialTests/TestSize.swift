/// The sizes of the tests that take longest.
enum TestSize {
  /// Returns the small size, or the large one if `VIAL_THOROUGH_TESTS` is set.
  static func of(_ small: Int, thorough large: Int) -> Int { number("VIAL_THOROUGH_TESTS") == nil ? small : large }
}
