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

/// The injections of one window, which use the injections of an account.
@MainActor private struct WindowServices {
  let title: Injection<String>

  init(account: AccountServices) {
    title = Injection(strategy: .onDemand, instance: account.unread.resolve().account)
  }
}

@MainActor private final class InboxModel {
  @Instance private var inbox: any Inbox

  init(account: AccountServices) { _inbox = Instance(account.inbox) }

  var account: String { inbox.connection.account }
}

@MainActor struct ContainerTests {
  // MARK: Composition

  @Test func groupsAreIndependent() {
    let ada = AccountServices(account: "ada")
    let bob = AccountServices(account: "bob")

    expectEqual(ada.connection.resolve().account, "ada")
    expectEqual(bob.connection.resolve().account, "bob")
    expect(ada.connection.resolve() === ada.connection.resolve())
  }

  @Test func injectionsOfAGroupShareInstances() {
    let account = AccountServices(account: "ada")

    expect(account.inbox.resolve().connection === account.connection.resolve())
  }

  @Test func groupCanUseTheInjectionsOfAnotherGroup() {
    let account = AccountServices(account: "ada")

    expectEqual(WindowServices(account: account).title.resolve(), "ada")
  }

  @Test func consumerUsesTheGroupWithWhichItWasCreated() {
    let ada = InboxModel(account: AccountServices(account: "ada"))
    let bob = InboxModel(account: AccountServices(account: "bob"))

    expectEqual(ada.account, "ada")
    expectEqual(bob.account, "bob")
  }

  @Test func copiesOfAStructureOfInjectionsShareInstances() {
    struct Tools {
      let pen = Injection(strategy: .singleton, instance: Connection(account: "pen"))
    }
    let tools = Tools()
    let copy = tools

    expect(copy.pen.resolve() === tools.pen.resolve())
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

  @Test func endedScopeRetainsNothingOfAGroup() {
    weak var group: AccountServices?
    weak var connection: Connection?

    withOverrideScope {
      let account = AccountServices(account: "ada")
      account.inbox.override(with: EmptyInbox())
      expect(account.inbox.resolve() is EmptyInbox)
      group = account
      connection = account.connection.resolve()
      expect(group != nil)
      expect(connection != nil)
    }

    expect(group == nil)
    expect(connection == nil)
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

  @Test func flowOfOneGroupDoesNotClearAnotherGroup() {
    let ada = AccountServices(account: "ada")
    let bob = AccountServices(account: "bob")
    let badge = ada.unread.resolve()
    let otherBadge = bob.unread.resolve()

    ada.session.clear()

    expect(ada.unread.resolve() !== badge)
    expect(bob.unread.resolve() === otherBadge)
  }

  // MARK: Overrides

  @Test func overrideInOneGroupDoesNotAffectAnotherGroup() {
    let ada = AccountServices(account: "ada")
    let bob = AccountServices(account: "bob")

    ada.inbox.override(with: EmptyInbox())

    expectEqual(ada.unread.resolve().account, "nobody")
    expectEqual(bob.unread.resolve().account, "bob")
    expect(!bob.inbox.isOverridden)
  }

  @Test func overrideAppliesToDependentsInTheGroup() {
    let account = AccountServices(account: "ada")
    account.connection.override(with: Connection(account: "test"))

    expectEqual(InboxModel(account: account).account, "test")
    expectEqual(WindowServices(account: account).title.resolve(), "test")

    account.connection.rollbackOverride()
    expectEqual(InboxModel(account: account).account, "ada")
    expectEqual(WindowServices(account: account).title.resolve(), "ada")
  }

  // MARK: The traps that the idiom avoids

  @Test func serviceWithAConsumerOfItsOwnGroupRetainsTheGroup() throws {
    @MainActor final class Circular {
      let inbox: Injection<any Inbox>
      var model: InboxModel?

      init() { inbox = Injection(strategy: .singleton, instance: EmptyInbox()) }
    }
    @MainActor final class InboxModel {
      @Instance var inbox: any Inbox

      init(group: Circular) { _inbox = Instance(group.inbox) }
    }
    var group: Circular? = Circular()
    group?.model = group.map(InboxModel.init)
    weak let leaked = group

    group = nil

    let survivor = try #require(leaked)
    survivor.model = nil
  }

  @Test func factoryThatCapturesItsGroupRetainsTheGroup() throws {
    @MainActor final class Circular {
      let connection = Injection(strategy: .singleton, instance: Connection(account: "ada"))
      lazy var inbox = Injection(strategy: .shared) {
        LiveInbox(connection: self.connection.resolve())
      }
    }
    var group: Circular? = Circular()
    weak let leaked = group
    _ = group?.inbox.resolve()

    group = nil

    let survivor = try #require(leaked)
    survivor.inbox = Injection(
      strategy: .shared,
      instance: LiveInbox(connection: Connection(account: "nobody"))
    )
  }
}
