import Testing
import Vial

/// Which instances an inheriting scope reuses and which it builds (rule 20).
///
/// A scope treats a plain injection, a required one and a key of a family alike.
@MainActor struct OverrideScopeReuseTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  private nonisolated static let lasting = [.shared] + Strategies.keeping

  // MARK: Alive outside

  @Test(arguments: Shape.allCases, lasting)
  func anInheritingScopeReusesInstancesOutsideAndKeepsItsOwnInside(
    shape: Shape,
    strategy: InjectionStrategy
  ) {
    let alive = publications.publish(shape, strategy) { CountedObject(counter, "alive") }
    let absent = publications.publish(shape, strategy) { CountedObject(counter, "absent") }
    let outside = alive.resolve()

    withOverrideScope {
      let inside = absent.resolve()
      #expect(alive.resolve() === outside)
      #expect(absent.resolve() === inside)
      withOverrideScope {
        #expect(alive.resolve() === outside)
        #expect(absent.resolve() === inside)
      }
      withOverrideScope(.isolated) {
        #expect(alive.resolve() !== outside)
        #expect(absent.resolve() !== inside)
      }
    }

    #expect(absent.current == nil)
    #expect(counter.alive == 1)
    #expect(alive.resolve() === outside)
  }

  @Test(arguments: Shape.allCases, [0, 40, 400])
  func anInstanceThatCameAliveOutsideIsReusedOnceTheScopesOwnIsGone(
    shape: Shape,
    others: Int
  ) {
    let injection = publications.publish(shape, .shared) { CountedObject(counter) }
    let outside = Owner(injection)

    withOverrideScope {
      #expect(injection.resolve().serial == 1)
      #expect(outside.value.serial == 2)
      for _ in 0..<others { _ = Injection(strategy: .singleton, instance: 1).resolve() }
      #expect(injection.resolve() === outside.value)
      #expect(injection.resolve() === outside.value)
    }

    #expect(counter.built == 2)
  }

  @Test(arguments: Shape.allCases, [0, 40, 400])
  func aScopeKeepsItsInstanceAlthoughAnotherIsBuiltOutside(
    shape: Shape,
    others: Int
  ) {
    let injection = publications.publish(shape, .singleton) { CountedObject(counter) }
    let outside = Owner(injection)

    withOverrideScope {
      let inside = injection.resolve()
      #expect(outside.value !== inside)
      for _ in 0..<others { _ = Injection(strategy: .singleton, instance: 1).resolve() }
      #expect(injection.resolve() === inside)
    }
  }

  // MARK: A scope's own while the one outside is built

  @Test(
    arguments: Shape.allCases,
    [InjectionStrategy.onDemand, .shared] + Strategies.keeping
  )
  func aFactoryThatReadsAConsumerFromOutsideIsNotACycle(
    shape: Shape,
    strategy: InjectionStrategy
  ) {
    let outside = Box<Owner<CountedObject>?>(nil)
    let isInside = Box(false)
    let injection = publications.publish(shape, strategy) {
      guard !isInside.content else { return CountedObject(counter, "outside") }
      isInside.content = true
      return CountedObject(counter, "inside", parts: [outside.content?.value as Any])
    }
    outside.content = Owner(injection)

    withOverrideScope(.isolated) {
      let inside = injection.resolve()
      #expect(inside.name == "inside")
      #expect((inside.parts.first as? CountedObject)?.name == "outside")
    }

    #expect(outside.content?.value.name == "outside")
    outside.content = nil
  }

  // MARK: A scope that outlives the one around it

  @Test(arguments: Shape.allCases, Strategies.keeping)
  func aScopeThatOutlivesTheIsolatedOneAroundItKeepsItsInstances(
    shape: Shape,
    strategy: InjectionStrategy
  ) {
    let injection = publications.publish(shape, strategy) { CountedObject(counter) }
    let (inner, before) = withOverrideScope(.isolated) {
      let inner = OverrideScope()
      return (inner, inner.run { injection.resolve() })
    }

    #expect(inner.run { injection.resolve() } === before)
    #expect(inner.run { injection.current === before })
    #expect(counter.built == 1)
    inner.end()
  }

  // MARK: Dying instances

  @Test(arguments: Shape.allCases)
  func anExpiredInstanceOutsideThatResolvesWhenItDiesBuildsOneSuccessor(
    shape: Shape
  ) {
    let (built, hasExpired) = (Box(0), Box(false))
    let place = Box<Injection<OnDeinit>?>(nil)
    let successor = Box<OnDeinit?>(nil)
    let validity = InjectionStrategy.cached {
      let isFirst = built.content == 1
      return { !isFirst || !hasExpired.content }
    }
    let injection = publications.publish(shape, validity) {
      built.content += 1
      return OnDeinit { if let place = place.content { successor.content = place.resolve() } }
    }
    #expect(injection.resolve() === injection.resolve())
    (place.content, hasExpired.content) = (injection, true)

    withOverrideScope {
      let second = injection.resolve()
      #expect(successor.content == nil || successor.content === second)
      #expect(injection.resolve() === second)
      #expect(built.content == 2)
      (place.content, successor.content) = (nil, nil)
    }
  }

  @Test(arguments: [false, true])
  func anInstanceThatTheDeinitializerOfAnExpiredOneBuildsOutsideIsReused(isObserved: Bool) {
    let observation = isObserved ? Injections.observe { _ in } : nil
    defer { observation?.cancel() }
    let outer = OverrideScope()
    let place = Box<Injection<OnDeinit>?>(nil)
    let built = Box(0)
    let strategy = InjectionStrategy.cached {
      let isFirst = built.content == 1
      return { !isFirst || place.content == nil }
    }
    let injection = Injection<OnDeinit>(strategy: strategy) {
      built.content += 1
      return OnDeinit {
        guard let injection = place.content else { return }
        place.content = nil
        outer.run { _ = injection.resolve() }
      }
    }

    outer.run {
      _ = injection.resolve()
      place.content = injection
      withOverrideScope { _ = (injection.resolve(), injection.resolve()) }
      _ = injection.resolve()
    }

    #expect(built.content == 2)
    outer.end()
  }

  @Test(arguments: Shape.allCases, [OverrideScope.Kind.inheriting, .isolated])
  func anOverrideThatADeinitMakesIsNotLost(shape: Shape, kind: OverrideScope.Kind) {
    let isOver = Box(false)
    let died = Box<Set<Int>>([])

    withOverrideScope(kind) {
      var lost: [Int] = []
      for number in 0..<300 {
        let target = publications.publish(shape, .onDemand) { CountedObject(counter) }
        do {
          let onDeinit = OnDeinit {
            guard !isOver.content else { return }
            died.content.insert(number)
            target.override(with: CountedObject(counter, "mock"))
          }
          let dying = Injection(strategy: .onDemand, instance: [onDeinit].count)
          #expect(dying.resolve() == 1)
        }
        _ = target.resolve()
        let name = target.resolve().name
        if name != (died.content.contains(number) ? "mock" : "live") { lost.append(number) }
      }
      #expect(lost == [])
      isOver.content = true
    }
  }
}
