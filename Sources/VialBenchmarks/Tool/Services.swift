/// What is injected: an existential, a class, a small struct and a large one.
protocol Service {
  func serve()
}

final class LiveService: Service {
  func serve() {}
}

struct Settings {
  let limit: Int
  let isStrict: Bool

  /// The optimiser does not know the result, or it would take the place of a singleton.
  @inline(never)
  @_optimize(none)
  init() {
    limit = 3
    isStrict = true
  }
}

/// 256 bytes.
struct Board {
  let upper: SIMD16<Int>
  let lower: SIMD16<Int>

  @inline(never)
  @_optimize(none)
  init() {
    upper = SIMD16(repeating: 1)
    lower = SIMD16(repeating: 2)
  }
}
