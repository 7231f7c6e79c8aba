import Foundation

/// Names a locale that there is; a mistyped one cannot be made, and so cannot be a family's key.
public struct LocaleIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// British English, which writes times on a 24-hour clock.
  public static let britishEnglish = LocaleIdentifier(description: "en_GB")

  /// The identifier as it was written, such as `de_CH`.
  public let description: String

  /// Names the locale with an identifier, if Foundation knows one.
  public init?(_ identifier: String) {
    guard Locale.availableIdentifiers.contains(identifier) else { return nil }
    self.init(description: identifier)
  }

  private init(description: String) {
    self.description = description
  }
}
