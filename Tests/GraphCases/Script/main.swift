import Vial

// An executable that composes its parts in top-level code.

@MainActor enum Parts {
  static let number = Injection(strategy: .singleton, instance: 1)
  static let copied = Injection<Int>.required("provided with a constant of top-level code")
  static let computed = Injection<Int>.required("provided with a computed constant of top-level code")
}

let number = Parts.number.resolve()
let sum = Parts.number.resolve() + 1
// fault: warning: the implementation of Parts.copied keeps the first instance of Parts.number
Parts.copied.provide { number }
Parts.computed.provide { sum }
print(Parts.copied.resolve(), Parts.computed.resolve())
