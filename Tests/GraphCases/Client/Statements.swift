import Vial

@MainActor enum Loops {
  static let overElements = Injection<String>.required("provided in a loop over elements")
  static let overNumbers = Injection<Int>.required("provided in a loop over a range")
  static let forEach = Injection<Int>.required("provided by a closure that is called for elements")
  static let overNothing = Injection<String>.required("provided in a loop that perhaps has no elements")
  static let afterBreak = Injection<Int>.required("provided in a loop after a break")
  static let beforeBreak = Injection<Int>.required("provided in a loop before a break")
  static let afterContinue = Injection<Int>.required("provided in a loop after a continue")
  static let unlessItReturns = Injection<Int>.required("provided after a loop that can return")

  static func compose() {
    for name in ["a"] { overElements.provide(with: name) }
    for number in 1...2 { overNumbers.provide(with: number) }
    // swift-format-ignore: ReplaceForEachWithForLoop
    [1, 2].forEach { forEach.provide(with: $0) }
    // fault: warning: Client provides Loops.overNothing, which Loops needs, only under a condition
    for name in CommandLine.arguments { overNothing.provide(with: name) }
    // fault: warning: Client provides Loops.afterBreak, which Loops needs, only under a condition
    for number in [1, 2] {
      if CommandLine.argc == 2 { break }
      afterBreak.provide(with: number)
    }
    for number in [1, 2] {
      beforeBreak.provide(with: number)
      if CommandLine.argc == 2 { break }
    }
    // fault: warning: Client provides Loops.afterContinue, which Loops needs, only under a condition
    repeat {
      if CommandLine.argc == 2 { continue }
      afterContinue.provide(with: 1)
    } while CommandLine.argc == 3
    composeUnlessItReturns()
    print(overElements.resolve(), overNumbers.resolve(), forEach.resolve(), overNothing.resolve())
    print(afterBreak.resolve(), beforeBreak.resolve(), afterContinue.resolve(), unlessItReturns.resolve())
  }

  static func composeUnlessItReturns() {
    for number in [1, 2] {
      // fault: warning: Client provides Loops.unlessItReturns, which Loops needs, only under a condition
      if CommandLine.argc == number { return }
    }
    unlessItReturns.provide(with: 1)
  }
}
