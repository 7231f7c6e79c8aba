/// The instances that were built and reused while some work ran, and the time that building took.
///
/// ```swift
/// let profile = Injections.profile { _ = Services.database.resolve() }
/// print(profile)
/// ```
///
/// ```
///      alone     seconds  built reused  injection
///   0.031204    0.031216      1      3  any Database (App/Database.swift:8)
///   0.000012    0.000012      1      0  URL (App/Database.swift:3)
/// ```
///
/// Two injections that one line publishes with the same type are one injection in a profile.
///
/// A profile is `Codable`: the tool `vial-graph` shows an encoded profile on the graph of the application. Perfetto and
/// Chrome show ``traceEvents`` on a timeline.
public struct InjectionProfile: Sendable, Hashable, Codable {
  /// The name of the format of an encoded profile.
  enum Format: String, Codable { case profile = "vial-profile" }

  /// The version of the format; decoding another version fails.
  enum Version: Int, Codable { case current = 1 }

  private(set) var format = Format.profile
  private(set) var version = Version.current

  /// The builds, in the order in which their factories were called.
  public let builds: [Build]

  /// The injections whose cached instances were returned, sorted by name.
  public let reuses: [Reuse]

  /// The types that the built injections provide, each injection once, sorted by name.
  ///
  /// A test can compare the list with the injections that the work may build:
  ///
  /// ```swift
  /// @Test(.overrideScope(live: .allowed))
  /// @MainActor func theForecastNeedsTheWeatherAndItsClient() {
  ///   let profile = Injections.profile { _ = ForecastModel().weather }
  ///
  ///   #expect(profile.built == ["any HTTPClient", "any WeatherService"])
  /// }
  /// ```
  public var built: [String] { Dictionary(grouping: builds, by: \.name).values.map { $0[0].injection }.sorted() }
}

extension InjectionProfile {
  /// A call of a factory.
  public struct Build: Sendable, Hashable, Codable {
    /// The file and the line that published the injection, such as `Weather/LiveWeather.swift:12`.
    public let declaration: String

    /// The type of the instance, such as `LiveWeather`.
    public let type: String

    /// The type that the injection provides, such as `any WeatherService`; for a family's key, the key follows.
    public let injection: String

    /// The injection with its line, or the owner of a consumer, that resolved the injection; `nil` for a plain `resolve()`
    /// outside of factories.
    public let requester: String?

    /// The number of instances that were being built when the injection was resolved.
    public let depth: Int

    /// The time from the beginning of the profile to the call of the factory.
    public let start: Duration

    /// The duration of the build with the dependencies that the factory resolved.
    public let duration: Duration

    /// The duration of the build without the builds of dependencies.
    public let durationWithoutNestedBuilds: Duration

    /// The injection with its line, such as `any WeatherService (Weather/LiveWeather.swift:12)`.
    var name: String { "\(injection) (\(declaration))" }
  }

  /// The resolves that returned cached instances of one injection.
  public struct Reuse: Sendable, Hashable, Codable {
    /// The file and the line that published the injection, such as `Weather/LiveWeather.swift:12`.
    public let declaration: String

    /// The type that the injection provides, such as `any WeatherService`; for a family's key, the key follows.
    public let injection: String

    /// The number of resolves.
    public let count: Int
  }
}

extension InjectionProfile: CustomStringConvertible {
  /// A table of the injections that were built, the one with the slowest factory first.
  ///
  /// The builds of dependencies do not make a factory slow. The build of an original is a part of the build of its override.
  public var description: String {
    var reused: [String: Int] = [:]
    for reuse in reuses { reused["\(reuse.injection) (\(reuse.declaration))", default: 0] += reuse.count }
    var rows: [Row] = []
    for (name, builds) in Dictionary(grouping: builds, by: \.name) {
      var row = Row(name: name, built: builds.count, reused: reused[name, default: 0])
      for build in builds {
        row.alone += build.durationWithoutNestedBuilds
        if build.requester != name { row.duration += build.duration }
      }
      rows.append(row)
    }
    var table = Row.line(["alone", "seconds", "built", "reused"], "injection")
    for row in rows.sorted(by: { ($1.alone, $0.name) < ($0.alone, $1.name) }) { table += row.line }
    return table
  }

  /// The builds and reuses of one injection.
  private struct Row {
    let name: String
    let built: Int
    let reused: Int
    var alone = Duration.zero
    var duration = Duration.zero

    var line: String {
      Self.line([alone.seconds(places: 6), duration.seconds(places: 6), "\(built)", "\(reused)"], name)
    }

    static func line(_ numbers: [String], _ name: String) -> String {
      var line = ""
      for (number, width) in zip(numbers, [10, 12, 7, 7]) {
        line += String(repeating: " ", count: max(1, width - number.count)) + number
      }
      return "\(line)  \(name)\n"
    }
  }
}
