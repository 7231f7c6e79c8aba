import Vial

@MainActor enum LocalFunctions {
  static let inABranch = Injection<Int>.required("provided by a local function that a branch calls")
  static let always = Injection<Int>.required("provided by a local function that is always called")
  static let inBothBranches = Injection<Int>.required("provided by local functions that both branches call")
  static let passed = Injection<Int>.required("provided by a local function that is called and passed")
  static let byAClosure = Injection<Int>.required("provided by a closure that a branch calls")
  static let byAnOptional = Injection<Int>.required("provided by an optional closure")
  static let byAnotherName = Injection<Int>.required("provided by a closure with another name")
  static let byEither = Injection<Int>.required("provided by one of two closures")
  static let byAList = Injection<Int>.required("provided by a closure that is called and kept in a list")
  static let inner = Injection<Int>.required("provided by a local function that another one calls")

  static let mutual = Injection<Int>.required("provided by one of two local functions that call each other")

  static func compose(_ isVerbose: Bool) {
    func composeInABranch() { inABranch.provide(with: 1) }
    // fault: warning: Client provides LocalFunctions.inABranch, which LocalFunctions needs, only under a condition
    if isVerbose { composeInABranch() }
    func composeAlways() { always.provide(with: 1) }
    composeAlways()
    func composeThere() { inBothBranches.provide(with: 1) }
    func composeElse() { inBothBranches.provide(with: 2) }
    if isVerbose { composeThere() } else { composeElse() }
    func composeLater() { passed.provide(with: 1) }
    if isVerbose { composeLater() }
    Task(operation: composeLater)
    let install = { byAClosure.provide(with: 1) }
    // fault: warning: Client provides LocalFunctions.byAClosure, which LocalFunctions needs, only under a condition
    if isVerbose { _ = install() }
    let installOptional: (() -> Void)? = { byAnOptional.provide(with: 1) }
    // fault: warning: Client provides LocalFunctions.byAnOptional, which LocalFunctions needs, only under a condition
    let chosen = isVerbose ? installOptional : nil
    chosen?()
    let installOther = { _ = byAnotherName.provide(with: 1) }
    let other: (() -> Void)? = installOther
    other?()
    let first = { _ = byEither.provide(with: 1) }
    let second = { _ = byEither.provide(with: 2) }
    let either = isVerbose ? first : second
    either()
    let installLater = { _ = byAList.provide(with: 1) }
    if isVerbose { installLater() }
    for step in [installLater] { step() }
    func composeInner() { inner.provide(with: 1) }
    func composeOuter() { composeInner() }
    composeOuter()
    func composeEven(_ count: Int) {
      mutual.provide(with: 1)
      if count > 0 { composeOdd(count - 1) }
    }
    func composeOdd(_ count: Int) { if count > 0 { composeEven(count - 1) } }
    composeEven(2)
    print(mutual.resolve())
    print(inABranch.resolve(), always.resolve(), inBothBranches.resolve(), passed.resolve(), byAClosure.resolve())
    print(byAnOptional.resolve(), byAnotherName.resolve(), byEither.resolve(), byAList.resolve(), inner.resolve())
  }
}
