import Testing
import Vial

// What the document of Hydrate shows, in its order, as a user of Vial writes it.

// MARK: Registering a singleton instance: one that exists already

@MainActor private final class TileServer {
  func tile() -> String { "tile" }
}

@MainActor private let launchServer = TileServer()
@MainActor private let tileServer = Injection(strategy: .singleton, instance: launchServer)

// MARK: Registering a singleton factory: built once, from others

@MainActor private class MapStore {
  let server: TileServer

  init(server: TileServer) { self.server = server }

  var kind: String { "transient" }
}

@MainActor private let mapStore = Injection(
  strategy: .singleton,
  instance: MapStore(server: tileServer.resolve())
)

// MARK: Registering a factory: a new one each time

@MainActor private final class FindRoute {
  let store: MapStore

  init(store: MapStore) { self.store = store }
}

@MainActor private let findRoute = Injection(
  strategy: .onDemand,
  instance: FindRoute(store: mapStore.resolve())
)

// MARK: Aliasing types: the protocol is what is published

@MainActor private protocol MapDatabase: AnyObject {}
@MainActor private final class DiskMapDatabase: MapDatabase {}

@MainActor private let mapDatabase = Injection<any MapDatabase>(
  strategy: .singleton,
  instance: DiskMapDatabase()
)

// MARK: Named registrations: the name is an enum, and one key has a subclass

private enum Storage: Hashable {
  case transient
  case cached
}

@MainActor private final class CachedMapStore: MapStore {
  let database: any MapDatabase

  init(server: TileServer, database: any MapDatabase) {
    self.database = database
    super.init(server: server)
  }

  override var kind: String { "cached" }
}

@MainActor private let mapStores = InjectionFamily<Storage, MapStore>(strategy: .singleton) { _ in
  MapStore(server: tileServer.resolve())
}.publish(.cached) {
  CachedMapStore(server: tileServer.resolve(), database: mapDatabase.resolve())
}

// MARK: Property wrapper

@MainActor private final class MapModel {
  @Instance(tileServer) var server
  @Instance(mapStores[.cached]) var store
  @Instance(hikingMap.layers) var layers
}

// MARK: Multiple containers: a group is a type that holds injections

@MainActor private final class MapServices {
  let layers: Injection<[String]>
  let server = Injection(strategy: .singleton, instance: TileServer())

  init(layers: [String]) {
    self.layers = Injection(strategy: .singleton, instance: layers)
  }
}

@MainActor private let cityMap = MapServices(layers: ["streets"])
@MainActor private let hikingMap = MapServices(layers: ["trails", "contours"])

// MARK: Custom providers: a lifetime of one's own

extension InjectionStrategy {
  fileprivate static func uses(_ limit: Int) -> InjectionStrategy {
    .cached {
      var uses = 1
      return {
        uses += 1
        return uses <= limit
      }
    }
  }
}

@MainActor struct HydrateParityTests {
  // MARK: Overview: safe from any thread

  @Test func everyTaskGetsTheSameSingleton() async {
    let token = Injection(strategy: .singleton, instance: Token())

    let tasks = (1...50).map { _ in Task.detached { await token.resolve() } }
    var tokens: Set<ObjectIdentifier> = []
    for task in tasks { tokens.insert(ObjectIdentifier(await task.value)) }

    #expect(tokens.count == 1)
  }

  private final class Token: Sendable {}

  // MARK: Registering dependencies

  @Test func singletonMayBeAnInstanceThatExists() {
    #expect(tileServer.resolve() === launchServer)
  }

  @Test func singletonIsBuiltOnceFromItsDependencies() {
    #expect(mapStore.resolve().server === tileServer.resolve())
    #expect(mapStore.resolve() === mapStore.resolve())
  }

  @Test func factoryBuildsEachTimeOnTheSameSingleton() {
    let first = findRoute.resolve()
    let second = findRoute.resolve()

    #expect(first !== second)
    #expect(first.store === second.store)
  }

  @Test func protocolStandsForTheImplementation() {
    #expect(mapDatabase.resolve() is DiskMapDatabase)
  }

  @Test func namesTellInstancesOfOneTypeApart() {
    #expect(mapStores.resolve(.transient).kind == "transient")
    #expect(mapStores.resolve(.cached).kind == "cached")
    #expect(mapStores.resolve(.cached) === mapStores.resolve(.cached))
  }

  // MARK: Resolving dependencies

  @Test func resolvingIsACallOfTheInjection() {
    let store: MapStore = mapStore.resolve()

    #expect(store.server.tile() == "tile")
  }

  @Test func resolvingAName() {
    let transient = mapStores.resolve(.transient)
    let cached = mapStores[.cached].resolve()

    #expect(transient !== cached)
    #expect(cached is CachedMapStore)
  }

  @Test func consumerResolvesAtFirstAccess() {
    let model = MapModel()
    #expect(!model.$server.isResolved)

    #expect(model.server.tile() == "tile")
    #expect(model.$server.isResolved)
  }

  @Test func consumerOfAName() {
    #expect(MapModel().store === mapStores.resolve(.cached))
  }

  // MARK: Multiple containers

  @Test func groupsProvideInstancesOfTheirOwn() {
    #expect(cityMap.server.resolve() !== hikingMap.server.resolve())
    #expect(cityMap.server.resolve() === cityMap.server.resolve())
    #expect(cityMap.server.resolve() !== tileServer.resolve())
  }

  @Test func groupIsMadeWhereItIsNeeded() {
    let custom = MapServices(layers: [])

    custom.layers.override(with: ["bicycle"])

    #expect(custom.layers.resolve() == ["bicycle"])
    #expect(cityMap.layers.resolve() == ["streets"])
  }

  @Test func consumerNamesItsGroup() {
    #expect(MapModel().layers == ["trails", "contours"])
  }

  // MARK: Custom providers

  @Test func expiringInstanceIsReplacedAfterItsTime() {
    let clock = ManualClock()
    let traffic = Injection(
      strategy: .expiring(after: .seconds(300), clock: clock),
      instance: TileServer()
    )
    let first = traffic.resolve()

    clock.advance(by: .seconds(299))
    #expect(traffic.resolve() === first)

    clock.advance(by: .seconds(1))
    #expect(traffic.resolve() !== first)
  }

  @Test func lifetimeOfOnesOwnDecidesWhenToBuild() {
    let session = Injection(strategy: .uses(2), instance: TileServer())
    let first = session.resolve()

    #expect(session.resolve() === first)
    #expect(session.resolve() !== first)
  }

  @Test func customLifetimeMayResolveOthersAndIsConsumedAlike() {
    let route = Injection(strategy: .uses(1), instance: MapStore(server: tileServer.resolve()))
    @Instance(route) var first
    @Instance(route) var second

    #expect(first.server === launchServer)
    #expect(first !== second)
  }
}
