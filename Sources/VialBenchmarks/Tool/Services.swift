/// What is injected: an existential, a class, a small struct and a large one.
protocol Service {
  func serve()
}

final class LiveService: Service {
  func serve() {}
}

struct Settings {
  let limit = 3
  let isStrict = true
}

/// 256 bytes.
struct Board {
  let upper = SIMD16<Int>(repeating: 1)
  let lower = SIMD16<Int>(repeating: 2)
}
