import Vial

// A comment `fault:` before the line of each fault contains a part of its message. Code without one is innocent.

@MainActor final class Left { init(_ right: Right) {} }
@MainActor final class Right { init(_ left: Left) {} }
@MainActor final class LazyLeft { init(_ right: LazyRight) {} }
@MainActor final class LazyRight { @Instance(Cycles.lazyLeft) var left }
@MainActor final class LateLeft {
  init(_ right: LateRight) {}
}
@MainActor final class LateRight { let left: () -> LateLeft = { Cycles.lateLeft.resolve() } }
@MainActor final class Folder { init(_ parent: Folder?) {} }
@MainActor final class Chapter {
  let next: () -> Chapter
  init(_ next: @autoclosure @escaping () -> Chapter) { self.next = next }
}

@MainActor final class Assigning {
  @Instance(Cycles.assignedUser) var user
  init() {
    user = nil
    _ = user
  }
}
@MainActor struct KeyReader { var number: Int { Cycles.keyPathUser.resolve() } }

struct Link { func next(_ value: Int) -> Int { value } }

@MainActor package enum Cycles {
  // fault: error: dependency cycle: Cycles.left → Cycles.right → Cycles.left: let Right consume Cycles.left with @Instance
  static let left: Injection<Left> = .init(strategy: .singleton, instance: Left(right.resolve()))
  static let right: Injection<Right> = .init(strategy: .singleton) { Right(left.resolve()) }
  // fault: warning: dependency cycle, if the code takes a branch
  static let first: Injection<Int> = .init(strategy: .onDemand, instance: flag ? second.resolve() : 1)
  static let second: Injection<Int> = .init(strategy: .onDemand, instance: first.resolve())
  static let flag = true
  static let lazyLeft: Injection<LazyLeft> = .init(strategy: .singleton, instance: LazyLeft(lazyRight.resolve()))
  static let lazyRight: Injection<LazyRight> = .init(strategy: .singleton, instance: LazyRight())
  static let lateLeft: Injection<LateLeft> = .init(strategy: .singleton, instance: LateLeft(lateRight.resolve()))
  static let lateRight: Injection<LateRight> = .init(strategy: .singleton, instance: LateRight())
  static let folders: InjectionFamily<Int, Folder> = .init(strategy: .singleton) { depth in
    Folder(depth == 0 ? nil : folders.resolve(depth - 1))
  }
  // fault: error: dependency cycle: Cycles.same → Cycles.same, with the same key
  static let same: InjectionFamily<Int, String> = .init(strategy: .singleton) { key in same.resolve(key) }
  // fault: warning: dependency cycle, if the code takes a branch: Cycles.branching → Cycles.branching, with the same key
  static let branching: InjectionFamily<Int, Folder> = .init(strategy: .singleton) {
    Folder($0 == 0 ? nil : branching[$0].resolve())
  }
  static let rooted: InjectionFamily<Int, Folder> = .init(strategy: .singleton) { key in
    Folder(key == 0 ? nil : rooted.resolve(0))
  }
  static let chapters: InjectionFamily<Int, Chapter> = .init(strategy: .singleton) { key in
    Chapter(chapters.resolve(key))
  }
  static let mapped: InjectionFamily<Int, [Int]> = .init(strategy: .singleton) {
    (0..<$0).flatMap { mapped.resolve($0) }
  }
  // fault: warning: dependency cycle, if the keys repeat: Cycles.names → Cycles.titles → Cycles.names
  static let names: InjectionFamily<Int, String> = .init(strategy: .singleton) { titles.resolve($0) }
  static let titles: InjectionFamily<Int, String> = .init(strategy: .singleton) { names.resolve($0) }
  // fault: error: → Cycles.capturing: let Cycles.captured resolve Cycles.capturing later, for example in a closure
  static let capturing: Injection<@MainActor () -> Int> = .init(strategy: .singleton) {
    { [value = captured.resolve()] in value }
  }
  static let captured: Injection<Int> = .init(strategy: .singleton) { capturing.resolve()() }
  static let closure: Injection<@MainActor () -> Int> = .init(strategy: .singleton, instance: { closureUser.resolve() })
  static let closureUser: Injection<Int> = .init(strategy: .singleton, instance: closure.resolve()())
  static let assigned: Injection<Assigning> = .init(strategy: .singleton, instance: Assigning())
  static let assignedUser: Injection<Assigning?> = .init(strategy: .singleton, instance: assigned.resolve())
  static let keyPath: Injection<KeyPath<KeyReader, Int>> = .init(strategy: .singleton, instance: \KeyReader.number)
  static let keyPathUser: Injection<Int> = .init(strategy: .singleton) { KeyReader()[keyPath: keyPath.resolve()] }
  static let method: Injection<@MainActor () -> Int> = .init(strategy: .singleton, instance: methodUser.resolve)
  static let methodUser: Injection<Int> = .init(strategy: .singleton, instance: method.resolve()())
  static let conditionalMethod: Injection<@MainActor () -> Int> = .init(
    strategy: .singleton,
    instance: flag ? Cycles.conditionalMethodUser.resolve : Cycles.conditionalMethodUser.resolve
  )
  static let conditionalMethodUser: Injection<Int> = .init(
    strategy: .singleton,
    instance: conditionalMethod.resolve()()
  )
  // fault: error: dependency cycle: Cycles.methodAsFactory → Cycles.methodAsFactoryUser → Cycles.methodAsFactory
  static let methodAsFactory: Injection<Int> = .init(strategy: .singleton, methodAsFactoryUser.resolve)
  static let methodAsFactoryUser: Injection<Int> = .init(strategy: .singleton, instance: methodAsFactory.resolve())
  // fault: error: → Cycles.applied: let Cycles.appliedUser resolve Cycles.applied later, for example in a closure
  static let applied: Injection<Int> = .init(strategy: .singleton, instance: { appliedUser.resolve() }())
  static let appliedUser: Injection<Int> = .init(strategy: .singleton, instance: applied.resolve())
  static let calling: Injection<@MainActor () -> Int> = .init(strategy: .singleton) {
    { [flag] in flag ? called.resolve() : 0 }
  }
  static let called: Injection<Int> = .init(strategy: .singleton) { calling.resolve()() }
  // fault: error: dependency cycle: Cycles.renaming → Cycles.renamed → Cycles.renaming
  static let renaming: Injection<Int> = .init(strategy: .singleton) {
    let other = renamed
    return other.resolve()
  }
  static let renamed: Injection<Int> = .init(strategy: .singleton) { renaming.resolve() }
  // fault: warning: dependency cycle, if the code takes a branch: Cycles.chained → Cycles.chain → Cycles.chained
  static let chained: Injection<Int> = .init(strategy: .singleton) { link?.next(chain.resolve()) ?? 0 }
  static let chain: Injection<Int> = .init(strategy: .singleton) { chained.resolve() }
  static var link: Link? { nil }
  static let passed: Injection<[Int]> = .init(strategy: .singleton, instance: keys(receiver))
  static let receiver: Injection<Int> = .init(strategy: .singleton, instance: passed.resolve().count)
  static func keys(_ injection: Injection<Int>) -> [Int] { [] }
  // vial-graph: ignore because the test of the fatal error needs a cycle
  static let ignoredLeft: Injection<Int> = .init(strategy: .singleton, instance: ignoredRight.resolve())
  static let ignoredRight: Injection<Int> = .init(strategy: .singleton, instance: ignoredLeft.resolve())
  // fault: error: needs a reason
  // vial-graph: ignore
  static let reasonlessLeft: Injection<Int> = .init(strategy: .singleton, instance: reasonlessRight.resolve())
  static let reasonlessRight: Injection<Int> = .init(strategy: .singleton, instance: reasonlessLeft.resolve())
}
