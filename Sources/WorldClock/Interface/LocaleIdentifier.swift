import Foundation

/// An identifier of an available locale, validated so that a mistyped one cannot be a family's key.
public struct LocaleIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// British English, which uses the 24-hour clock.
  public static let britishEnglish = LocaleIdentifier(description: "en_GB")

  /// The identifier, such as `de_CH`.
  public let description: String

  /// Creates an identifier, or returns `nil` if Foundation has no such locale.
  public init?(_ identifier: String) {
    guard Locale.availableIdentifiers.contains(identifier) else { return nil }
    self.init(description: identifier)
  }

  private init(description: String) {
    self.description = description
  }
}
