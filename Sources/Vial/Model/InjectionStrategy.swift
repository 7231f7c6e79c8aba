/// How long an injection caches an instance.
///
/// ```swift
/// @MainActor public enum Services {
///   public static let weather = Injection<any WeatherService>(
///     strategy: .shared, instance: LiveWeatherService())
/// }
/// ```
public struct InjectionStrategy: Sendable {
  /// The cases with a payload are indirect, so that a strategy is one word.
  package enum Lifetime: Sendable {
    case onDemand
    case shared
    case singleton
    indirect case flow(InjectionFlow)

    /// Reuses an instance for a duration, which a clock of the application may measure.
    indirect case expiring(after: Duration, in: InjectionFlow?, makeValidity: MakeValidity)

    /// Reuses an instance while a validity check of the application returns `true`.
    indirect case cached(in: InjectionFlow?, makeValidity: MakeValidity)
  }

  package typealias MakeValidity = @MainActor @Sendable () -> @MainActor () -> Bool

  package let lifetime: Lifetime

  nonisolated init(_ lifetime: Lifetime) { self.lifetime = lifetime }

  /// Builds an instance for every resolve and for every consumer.
  ///
  /// Nothing is cached.
  ///
  /// Use it for objects with individual state, such as the validator of a form. A consumer builds its instance at its
  /// first read and keeps it.
  ///
  /// A resolve calls the factory, and costs several times as much as calling the initializer.
  public static var onDemand: InjectionStrategy { InjectionStrategy(.onDemand) }

  /// Shares one instance as long as something outside the cache retains it.
  ///
  /// A later resolve builds another instance.
  ///
  /// Use it for objects that are large or expensive, and that can be discarded when unused. Every strong reference holds the
  /// object. A value (a structure, an enumeration, a closure, or an existential of one) is not shared: each resolve builds one,
  /// and a debug build reports this on standard error. Use ``singleton`` or ``onDemand`` for values.
  ///
  /// A resolve of an object that is alive takes constant time.
  public static var shared: InjectionStrategy { InjectionStrategy(.shared) }

  /// Builds one instance and keeps it until the process ends.
  ///
  /// An injection that is stored in an object is deallocated with the object, and then releases its instance. An override
  /// scope that builds its own instances keeps its instance until the scope ends.
  ///
  /// A resolve of the cached instance takes constant time.
  public static var singleton: InjectionStrategy { InjectionStrategy(.singleton) }

  /// Builds one instance and keeps it until a flow, or a flow that contains it, is cleared.
  ///
  /// ```swift
  /// @MainActor let signUp = InjectionFlow("sign-up")
  /// @MainActor let draft = Injection(strategy: .flow(signUp), instance: SignUpDraft())
  /// ```
  ///
  /// - Parameter flow: The flow.
  /// - Returns: The strategy.
  public static func flow(_ flow: InjectionFlow) -> InjectionStrategy { InjectionStrategy(.flow(flow)) }

  /// Caches an instance for a duration that begins when the instance has been built.
  ///
  /// Using the instance does not extend the duration. No timer is used: the first resolve after the duration replaces
  /// the instance.
  ///
  /// ```swift
  /// @MainActor let rates = Injection(strategy: .expiring(after: .seconds(300)), instance: Rates())
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How long the instance is reused.
  ///   - flow: A flow that also evicts the instance when it is cleared.
  ///   - clock: The clock that measures the duration. It must not use injections.
  /// - Returns: The strategy.
  public static func expiring<C: Clock>(
    after duration: Duration,
    in flow: InjectionFlow? = nil,
    clock: C = ContinuousClock()
  ) -> InjectionStrategy where C.Duration == Duration {
    InjectionStrategy(
      .expiring(after: duration, in: flow) {
        // Compares the elapsed time, because the instant of a deadline could overflow.
        let start = clock.now
        return { start.duration(to: clock.now) < duration }
      }
    )
  }

  /// Caches an instance while a validity check returns `true`.
  ///
  /// `makeValidity` runs as the last step of building an instance, and returns the check for that instance. Each later
  /// resolve runs the check. When the check returns `false`, the instance is released and another one is built.
  ///
  /// ```swift
  /// extension InjectionStrategy {
  ///   static func uses(_ limit: Int) -> InjectionStrategy {
  ///     .cached {
  ///       var uses = 1
  ///       return { uses += 1; return uses <= limit }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// > Warning: A check that resolves, overrides, provides or clears an injection stops the program. `makeValidity` can
  /// > resolve the dependencies of the check.
  ///
  /// - Parameters:
  ///   - flow: A flow that also evicts the instance when it is cleared.
  ///   - makeValidity: The closure that makes the validity check of an instance.
  /// - Returns: The strategy.
  public static func cached(
    in flow: InjectionFlow? = nil,
    _ makeValidity: @escaping @MainActor () -> @MainActor () -> Bool
  ) -> InjectionStrategy { InjectionStrategy(.cached(in: flow, makeValidity: makeValidity)) }
}

// MARK: - CustomStringConvertible

extension InjectionStrategy: CustomStringConvertible {
  /// The strategy as code spells it, without the leading dot.
  public var description: String {
    switch lifetime {
    case .onDemand: "onDemand"
    case .shared: "shared"
    case .singleton: "singleton"
    case .flow(let flow): "flow(\(flow.name))"
    case .expiring(let duration, let flow, _): "expiring(after: \(duration)\(flow.map { ", in: \($0.name)" } ?? ""))"
    case .cached(let flow, _): flow.map { "cached(in: \($0.name))" } ?? "cached"
    }
  }
}
