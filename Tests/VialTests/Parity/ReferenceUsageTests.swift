import Testing
import Vial

// The published usage examples of the library whose API Vial follows, written with Vial.

@MainActor private protocol Service: AnyObject {
  var key: String { get }
  func setKey(_ key: String)
  func doWork() -> String
}

@MainActor private final class ServiceImplementation: Service {
  private(set) var key = ""
  nonisolated init() {}
  func setKey(_ key: String) { self.key = key }
  func doWork() -> String { "live" }
}

@MainActor private final class MockService: Service {
  private(set) var key = ""
  nonisolated init() {}
  func setKey(_ key: String) { self.key = key }
  func doWork() -> String { "test" }
}

private enum ServicePackage {
  @MainActor static let serviceShared = Injection<any Service>(
    strategy: .shared,
    instance: ServiceImplementation()
  )
}

@MainActor private let sharedDependency = Injection<any Service>(
  strategy: .shared,
  instance: ServiceImplementation()
)

@MainActor private let singletonDependency = Injection<any Service>(
  strategy: .singleton,
  instance: ServiceImplementation()
)

@MainActor private let onDemandDependency = Injection<any Service>(
  strategy: .onDemand,
  instance: ServiceImplementation()
)

@MainActor private let serviceLocal = Injection<any Service>(
  strategy: .onDemand,
  instance: ServiceImplementation()
)

@MainActor private final class Consumer {
  @Instance(ServicePackage.serviceShared) var service

  func perform() -> String {
    service.doWork()
  }
}

@MainActor private struct Dependencies {
  @Instance(sharedDependency) var shared
  @Instance(singletonDependency) var singleton
  @Instance(onDemandDependency) var onDemand
}

@MainActor struct ReferenceUsageTests {
  private let testInjection: any Service = MockService()

  @Test func consumerUsesThePublishedInstance() {
    expectEqual(Consumer().perform(), "live")
  }

  @Test func strategyDeterminesWhetherConsumersShareAnInstance() {
    let first = Dependencies()
    let second = Dependencies()

    expect(first.shared === second.shared)
    expect(first.singleton === second.singleton)
    expect(first.onDemand !== second.onDemand)
    expect(first.onDemand === first.onDemand)
  }

  @Test func sharedInstanceIsReleasedWithItsLastReference() {
    var first: Dependencies? = Dependencies()
    var second: Dependencies? = Dependencies()
    weak let shared = first?.shared
    expect(second?.shared === shared)

    first = nil
    expect(shared != nil)
    second = nil

    expect(first == nil && second == nil)
    expect(shared == nil)
  }

  @Test func singletonOutlivesItsConsumers() {
    weak let singleton = Dependencies().singleton

    expect(singleton != nil)
    expect(Dependencies().singleton === singleton)
  }

  @Test func overrideReplacesTheInstance() {
    ServicePackage.serviceShared.override(with: { _ in MockService() })
    defer { ServicePackage.serviceShared.rollbackOverride() }

    expectEqual(Consumer().perform(), "test")
    let consumers = [Consumer(), Consumer()]
    expect(consumers[0].service === consumers[1].service)
  }

  @Test func overrideReplacesTheInstanceAndTheStrategy() {
    ServicePackage.serviceShared.override(with: { _ in MockService() }, strategy: .onDemand)
    defer { ServicePackage.serviceShared.rollbackOverride() }

    let consumers = [Consumer(), Consumer()]
    expectEqual(consumers.map { $0.perform() }, ["test", "test"])
    expect(consumers[0].service !== consumers[1].service)
  }

  @Test func overrideCanAdjustTheOriginal() {
    let before = Consumer()
    expect(before.service.key.isEmpty)
    ServicePackage.serviceShared.override(
      with: { service in
        service.setKey("someapikey")
        return service
      },
      strategy: .onDemand
    )
    defer { ServicePackage.serviceShared.rollbackOverride() }

    let after = Consumer()

    expect(after.service === before.service)
    expectEqual(after.service.key, "someapikey")
  }

  @Test func overrideWithAnotherInjectionUsesTheStrategyOfTheOther() {
    ServicePackage.serviceShared.override(with: serviceLocal)
    defer { ServicePackage.serviceShared.rollbackOverride() }

    expect(Consumer().service !== Consumer().service)
  }

  @Test func rollbackRestoresTheOriginalForNewConsumers() {
    var sut = Consumer()
    let override = Injection<any Service>(strategy: .shared, instance: self.testInjection)
    ServicePackage.serviceShared.override(with: override)

    expectEqual(sut.perform(), "test")
    expectEqual(ObjectIdentifier(sut.service), ObjectIdentifier(testInjection))

    ServicePackage.serviceShared.rollbackOverride()
    sut = Consumer()
    expect(ObjectIdentifier(sut.service) != ObjectIdentifier(testInjection))
  }

  @Test func assignmentReplacesTheInstanceOfOneConsumer() {
    let sut = Consumer()
    sut.service = MockService()

    expectEqual(sut.perform(), "test")
    expectEqual(Consumer().perform(), "live")
  }
}
