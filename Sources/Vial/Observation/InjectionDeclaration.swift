/// The name of a published injection: the type it provides and the line that published it.
///
/// Its description is how every message of Vial names an injection:
/// `any WeatherService (Weather/LiveWeather.swift:12)`.
public struct InjectionDeclaration: Sendable, CustomStringConvertible {
  let name: Name

  /// The type that the injection provides.
  public var type: Any.Type { name.type }

  /// The line that published the injection.
  public var callSite: CallSite { name.callSite }

  /// Whether it names the injection of a family's key.
  package var isKeyed: Bool { name.keyText != nil }

  /// Whether both are of one line and type, and of two injections.
  func isSibling(of other: InjectionDeclaration) -> Bool {
    type == other.type && callSite == other.callSite && name.lasting !== other.name.lasting
  }

  /// The type as code spells it, such as `any WeatherService`.
  ///
  /// For a family's key the key follows, as in `any TimeFormatter[en_GB]`.
  public var typeName: String {
    let plain = String(describing: type)
    // The runtime's name of an existential has no `any`. Only its metatype's name tells it apart.
    let isExistential = String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
    let spelling = isExistential && plain != "Any" && plain != "AnyObject" ? "any \(plain)" : plain
    return name.keyText.map { "\(spelling)[\($0)]" } ?? spelling
  }

  /// The type and the line, as Vial's messages spell them.
  public var description: String { "\(typeName) (\(callSite))" }
}

// MARK: - Hashable

extension InjectionDeclaration: Hashable {
  /// Whether both name the same injection.
  ///
  /// Two injections that one line published are different.
  public static func == (lhs: InjectionDeclaration, rhs: InjectionDeclaration) -> Bool {
    let (one, other) = (lhs.name, rhs.name)
    return one.lasting === other.lasting && one.keyHash == other.keyHash
      && one.keyText == other.keyText
  }

  /// Hashes the identity of the injection.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(name.lasting))
    hasher.combine(name.keyHash)
  }
}

// MARK: - The name behind it

/// What an injection is called, wherever it is spoken of.
///
/// It may outlive the injection, and keeps nothing of it but its key.
@MainActor @usableFromInline final class Name {
  nonisolated let type: Any.Type
  nonisolated let callSite: CallSite

  /// What the family of a key is called.
  nonisolated let family: Name?
  private let key: AnyHashable?

  /// The key in words, and its hash: what can be compared on every thread.
  nonisolated let keyText: String?
  nonisolated let keyHash: Int

  init(of root: Root) {
    type = root.type
    callSite = root.callSite
    family = root.family?.name
    key = root.facts?.key
    keyText = key.map { "\($0)" }
    keyHash = key?.hashValue ?? 0
  }

  nonisolated var declaration: InjectionDeclaration { InjectionDeclaration(name: self) }

  /// The name that stays the same: that of a key's family, because keys are forgotten and come back.
  nonisolated var lasting: Name { family ?? self }

  /// Whether both are names of the same injection, or of equal keys of one family.
  func isSame(as other: Name) -> Bool {
    self === other || key != nil && family === other.family && key == other.key
  }
}
