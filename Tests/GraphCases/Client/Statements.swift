import Vial

@MainActor enum Statements {
  static let overElements = Injection<String>.required("provided in a loop over elements")
  static let overNumbers = Injection<Int>.required("provided in a loop over a range")
  static let forEach = Injection<Int>.required("provided by a closure that is called for elements")
  static let overNothing = Injection<String>.required("provided in a loop that perhaps has no elements")
  static let afterBreak = Injection<Int>.required("provided in a loop after a break")
  static let beforeBreak = Injection<Int>.required("provided in a loop before a break")
  static let afterContinue = Injection<Int>.required("provided in a loop after a continue")
  static let inAnEndlessLoop = Injection<Int>.required("provided in a loop that only a break leaves")
  static let afterALabel = Injection<Int>.required("provided in a block after a break with a label")
  static let fallingThrough = Injection<Int>.required("provided by a case to which another one falls through")
  static let unlessItEnds = Injection<Int>.required("provided unless the program ends")
  static let notCompiled = Injection<Int>.required("provided after an exit that is not compiled")
  static let unlessItReturns = Injection<Int>.required("provided after a loop that can return")

  static let asserted = Injection<Int>.required("missing, and only asserted")

  static func composeWithAssertions() {
    assert(asserted.isProvided)
    print("asserted: \(asserted.isProvided)")
    // fault: error: Client does not provide Statements.asserted, which Statements needs
    print(asserted.resolve())
  }

  static func compose() {
    composeWithAssertions()
    for name in ["a"] { overElements.provide(with: name) }
    for number in 1...2 { overNumbers.provide(with: number) }
    // swift-format-ignore: ReplaceForEachWithForLoop
    [1, 2].forEach { forEach.provide(with: $0) }
    // fault: warning: Client provides Statements.overNothing, which Statements needs, only under a condition
    for name in CommandLine.arguments { overNothing.provide(with: name) }
    // fault: warning: Client provides Statements.afterBreak, which Statements needs, only under a condition
    for number in [1, 2] {
      if CommandLine.argc == 2 { break }
      afterBreak.provide(with: number)
    }
    for number in [1, 2] {
      beforeBreak.provide(with: number)
      if CommandLine.argc == 2 { break }
    }
    // fault: warning: Client provides Statements.afterContinue, which Statements needs, only under a condition
    repeat {
      if CommandLine.argc == 2 { continue }
      afterContinue.provide(with: 1)
    } while CommandLine.argc == 3
    while true {
      inAnEndlessLoop.provide(with: 1)
      break
    }
    // fault: warning: Client provides Statements.afterALabel, which Statements needs, only under a condition
    block: do {
      if CommandLine.argc == 2 { break block }
      afterALabel.provide(with: 1)
    }
    switch CommandLine.argc {
    case 2:
      print("no number")
      fallthrough
    case 3: fallingThrough.provide(with: 1)
    default: fallingThrough.provide(with: 2)
    }
    if CommandLine.argc == 2 { unlessItEnds.provide(with: 1) } else { Swift.fatalError() }
    composeInConditions()
    composeUnlessItReturns()
    print(inAnEndlessLoop.resolve(), afterALabel.resolve(), fallingThrough.resolve(), unlessItEnds.resolve())
    print(notCompiled.resolve())
    print(overElements.resolve(), overNumbers.resolve(), forEach.resolve(), overNothing.resolve())
    print(afterBreak.resolve(), beforeBreak.resolve(), afterContinue.resolve(), unlessItReturns.resolve())
  }

  static func composeInConditions() {
    #if os(Windows)
    guard CommandLine.argc == 2 else { return }
    #endif
    notCompiled.provide(with: 1)
  }

  static func composeUnlessItReturns() {
    for number in [1, 2] {
      // fault: warning: Client provides Statements.unlessItReturns, which Statements needs, only under a condition
      if CommandLine.argc == number { return }
    }
    unlessItReturns.provide(with: 1)
  }
}
