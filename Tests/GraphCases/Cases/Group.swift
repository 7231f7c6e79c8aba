import Vial

/// Injections that an initializer assigns.
@MainActor final class Group {
  let connection: Injection<Leaf>
  let inbox: Injection<[Leaf]>
  let badge: Injection<[[Leaf]]>

  init() {
    let connection = Injection(strategy: .singleton, instance: Leaves.leaf.resolve())
    let inbox = Injection(strategy: .singleton, instance: [connection.resolve()])
    self.connection = connection
    self.inbox = inbox
    badge = Injection(strategy: .onDemand, instance: [inbox.resolve()])
  }
}

/// Injections that arguments of an initializer publish.
@MainActor struct Arguments {
  let title: Injection<String>
  let leaf: Injection<Leaf>
}

@MainActor enum Groups {
  static let group = Group()
  static let arguments = Arguments(
    title: Injection(strategy: .singleton, instance: "\(Leaves.leaf.resolve())"),
    leaf: Leaves.leaf
  )
  static let eagerBadge = Injection(strategy: .singleton, instance: group.badge.resolve())
  static let eagerTitle = Injection(strategy: .singleton, instance: arguments.title.resolve())
  static let eagerLeaf = Injection(strategy: .singleton, instance: arguments.leaf.resolve())
}
