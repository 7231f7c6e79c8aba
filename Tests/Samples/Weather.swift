// The declarations that samples use without declaring them: an application that shows the weather.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import Observation
import Vial

// MARK: - Services

/// The injections of the application.
///
/// Doc comments use the same injections without the name of the enum.
@MainActor public enum Services {
  public static let weather = Injection<any WeatherService>(
    strategy: .shared,
    instance: LiveWeatherService(http: httpClient.resolve())
  )
  public static let recordedWeather = Injection<any WeatherService>(
    strategy: .shared,
    instance: FixedWeather(.rain)
  )
  public static let forecast = Injection(strategy: .onDemand, instance: ForecastModel())
  public static let httpClient = Injection<any HTTPClient>(
    strategy: .singleton,
    instance: LiveHTTPClient()
  )
  public static let requestLimit = Injection(strategy: .singleton, instance: 4)
  public static let databaseURL = Injection(
    strategy: .singleton,
    instance: URL(fileURLWithPath: "/tmp/weather.sqlite")
  )
  public static let database = Injection<any Database>(
    strategy: .singleton,
    instance: SQLiteDatabase(url: databaseURL.resolve())
  )
  public static let clock = Injection<any WallClock>(
    strategy: .singleton,
    instance: SystemClock()
  )
  public static let geocoder = Injection(
    strategy: .singleton,
    instance: Geocoder(search: { _ in [.zurich] }, name: { $0.name })
  )
  public static let formatter = InjectionFamily<Locale, any TimeFormatter>(
    strategy: .singleton
  ) { locale in LocalizedFormatter(locale) }
  public static let fixedFormatter = InjectionFamily<Locale, any TimeFormatter>(
    strategy: .onDemand
  ) { locale in FixedFormatter(locale) }
  public static let api = Injection<any API>.required("the API client of the application")
  public static let recordedAPI = Injection<any API>(strategy: .shared, instance: RecordedAPI())
  public static let session = Injection<Session>.required("the session of the signed-in user")
}

// MARK: - Weather

public enum Sky: Sendable {
  case sunny
  case rain
}

public protocol WeatherService: AnyObject {
  var sky: Sky { get }
  func setKey(_ key: String)
}

public final class LiveWeatherService: WeatherService {
  public let sky = Sky.sunny
  public init() {}
  public init(http: any HTTPClient) {}
  public func setKey(_ key: String) {}
}

public final class FixedWeather: WeatherService {
  public let sky: Sky
  public init(_ sky: Sky) { self.sky = sky }
  public func setKey(_ key: String) {}
}

public final class CachingWeather: WeatherService {
  private let original: any WeatherService
  public var sky: Sky { original.sky }
  public init(_ original: any WeatherService) { self.original = original }
  public func setKey(_ key: String) { original.setKey(key) }
}

@MainActor public let weather = Services.weather
@MainActor public let recordedWeather = Services.recordedWeather

@MainActor @Observable public final class ForecastModel {
  @ObservationIgnored @Instance(Services.weather) public var weather
  public init() {}
  public var advice: String {
    weather.sky == .rain ? "Take an umbrella" : "Leave the umbrella at home"
  }
  public func refresh() async throws {}
}

@MainActor public let forecastModel = Services.forecast

@MainActor @Observable public final class SearchModel {
  public var city = ""
  public init() {}
}

@MainActor public let searchModel = Injection(strategy: .onDemand, instance: SearchModel())

// MARK: - Infrastructure

public protocol HTTPClient: AnyObject {}

public final class LiveHTTPClient: HTTPClient {
  public init() {}
}

@MainActor public let httpClient = Services.httpClient
@MainActor public let requestLimit = Services.requestLimit

public protocol Database: AnyObject {}

public final class SQLiteDatabase: Database {
  public init(url: URL) {}
}

@MainActor public let databaseURL = Services.databaseURL
@MainActor public let database = Services.database

public protocol WallClock {
  var now: Date { get }
}

public struct SystemClock: WallClock {
  public init() {}
  public var now: Date { Date() }
}

public struct FixedClock: WallClock {
  public let now: Date
  public init(_ now: Date = Date(timeIntervalSince1970: 0)) { self.now = now }
}

@MainActor public let clock = Services.clock
@MainActor public let calendar = Injection(
  strategy: .singleton,
  instance: Calendar(identifier: .gregorian)
)

public struct City: Hashable, Sendable {
  public static let london = City("London")
  public static let zurich = City("Zurich")
  public let name: String
  public init(_ name: String) { self.name = name }
}

/// A structure of closures, one of which a test replaces.
public struct Geocoder {
  public var search: @MainActor (String) -> [City]
  public var name: @MainActor (City) -> String
  public init(
    search: @escaping @MainActor (String) -> [City],
    name: @escaping @MainActor (City) -> String
  ) {
    self.search = search
    self.name = name
  }
}

@MainActor public let geocoder = Services.geocoder

// MARK: - Flows

public final class Cart {
  public init() {}
}

public final class SignUpDraft {
  public init() {}
}

public struct Rates {
  public init() {}
}

@MainActor public let rates = Injection(strategy: .singleton, instance: Rates())

public final class SignUpFlow {
  public init() {}
}

@MainActor public let signUpFlow = Injection(strategy: .shared, instance: SignUpFlow())

public struct Account: Sendable {
  public init() {}
}

public struct Session {
  public init(_ account: Account) {}
}

public let account = Account()
@MainActor public let session = Services.session

// MARK: - Keys

public protocol TimeFormatter {
  func string(from date: Date) -> String
}

public struct LocalizedFormatter: TimeFormatter {
  private let locale: Locale
  public init(_ locale: Locale) { self.locale = locale }
  public func string(from date: Date) -> String { "\(date) (\(locale.identifier))" }
}

public struct FixedFormatter: TimeFormatter {
  public init(_ locale: Locale) {}
  public func string(from date: Date) -> String { "12:00" }
}

public struct LoggingFormatter: TimeFormatter {
  private let original: any TimeFormatter
  public init(_ original: any TimeFormatter) { self.original = original }
  public func string(from date: Date) -> String { original.string(from: date) }
}

@MainActor public let formatter = Services.formatter
@MainActor public let fixedFormatter = Services.fixedFormatter

public enum User: Hashable {
  case me
  case other(Int)
}

public protocol Friends {}

public struct RemoteFriends: Friends {
  public init(of user: User) {}
}

public struct PropertyListFriends: Friends {
  public init() {}
}

// MARK: - Interfaces

public protocol API: AnyObject {}

public final class LiveAPI: API {
  public init() {}
}

public final class SampleAPI: API {
  public var isOffline = false
  public init() {}
}

public final class RecordedAPI: API {
  public init() {}
}

public protocol Payments: AnyObject {}

public final class LivePayments: Payments {
  public init() {}
}

@MainActor public let api = Services.api
@MainActor public let recordedAPI = Services.recordedAPI

// MARK: - Callbacks

public let queue = DispatchQueue(label: "deliveries")
public func deliver() {}

// MARK: - Views

#if canImport(SwiftUI)
import SwiftUI
import VialSwiftUI

public struct ForecastView: View {
  @ViewInstance(Services.forecast) private var model
  public init() {}
  public var body: some View { Text(model.advice) }
}
#endif
