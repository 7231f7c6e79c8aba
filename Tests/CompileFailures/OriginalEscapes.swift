// expect: 'original' cannot be captured by an escaping closure since it is a borrowed parameter
import Vial

@MainActor func use(_ limits: Injection<() -> Int>) {
  limits.override(with: { (original: borrowing Original<() -> Int>) in
    { MainActor.assumeIsolated { original.resolve()() } }
  })
}
