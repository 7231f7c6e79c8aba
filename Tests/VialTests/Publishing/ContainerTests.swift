import Testing
import Vial

// Groups of injections are types that store injections. The article "Containers" shows the idiom.

@MainActor private final class Connection {
  let account: String

  init(account: String) { self.account = account }
}

@MainActor private protocol Inbox: AnyObject {
  var connection: Connection { get }
}

@MainActor private final class LiveInbox: Inbox {
  let connection: Connection

  init(connection: Connection) { self.connection = connection }
}

@MainActor private final class EmptyInbox: Inbox {
  let connection = Connection(account: "nobody")
}

/// The injections of one signed-in account.
@MainActor private final class AccountServices {
  let session = InjectionFlow("session")
  let connection: Injection<Connection>
  let inbox: Injection<any Inbox>
  let unread: Injection<Badge>

  init(account: String) {
    let connection = Injection(strategy: .singleton, instance: Connection(account: account))
    let inbox = Injection<any Inbox>(
      strategy: .shared,
      instance: LiveInbox(connection: connection.resolve())
    )

    self.connection = connection
    self.inbox = inbox
    unread = Injection(strategy: .flow(session), instance: Badge(inbox: inbox))
  }
}

/// A service of the group that reads another service of the group lazily.
@MainActor private final class Badge {
  @Instance private var inbox: any Inbox

  init(inbox: Injection<any Inbox>) { _inbox = Instance(inbox) }

  var account: String { inbox.connection.account }
}

@MainActor private final class InboxModel {
  @Instance private var inbox: any Inbox

  init(account: AccountServices) { _inbox = Instance(account.inbox) }

  var account: String { inbox.connection.account }
}

@MainActor struct ContainerTests {
  @Test func groupsAreIndependent() {
    let ada = AccountServices(account: "ada")
    let bob = AccountServices(account: "bob")
    let models = [ada, bob].map(InboxModel.init)
    let badges = [ada, bob].map { $0.unread.resolve() }

    expect(ada.inbox.resolve().connection === ada.connection.resolve())
    expectEqual(models.map(\.account), ["ada", "bob"])
    expectEqual(badges.map(\.account), ["ada", "bob"])

    ada.session.clear()
    expect(ada.unread.resolve() !== badges[0])
    expect(bob.unread.resolve() === badges[1])

    ada.inbox.override(with: EmptyInbox())
    ada.session.clear()
    expectEqual([ada, bob].map { $0.unread.resolve().account }, ["nobody", "bob"])
    expect(!bob.inbox.isOverridden)
  }

  // MARK: Lifetimes

  @Test func deallocatedGroupReleasesItsInstances() {
    var group: AccountServices? = AccountServices(account: "ada")
    weak let weakGroup = group
    weak let connection = group?.connection.resolve()
    weak let badge = group?.unread.resolve()
    expectEqual(badge?.account, "ada")
    expect(connection != nil)

    group = nil

    expect(weakGroup == nil)
    expect(connection == nil)
    expect(badge == nil)
  }

  @Test func consumerRetainsItsGroup() {
    weak var group: AccountServices?
    var model: InboxModel?
    do {
      let account = AccountServices(account: "ada")
      group = account
      model = InboxModel(account: account)
    }
    expect(group != nil)
    expectEqual(model?.account, "ada")

    model = nil

    expect(group == nil)
  }
}
