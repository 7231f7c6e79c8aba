import VialGraphProgram

/// A declaration of the library, or a member that the application adds to a type of the library.
enum LibraryMember: Hashable {
  /// The modules that are not a part of the application: the library, its tool, and stand-ins for Apple's frameworks.
  static let modules: Set = [
    "Vial", "VialGraph", "VialGraphProgram", "VialInspection", "VialTesting", "VialSwiftUI", "SwiftUI", "Combine",
  ]

  /// A member of an injection or of a family.
  enum Injection: String {
    case `init`, required, resolve, override, provide, publish, allowLive, isProvided
    case when, onRelease, allowLiveInTests, neverLiveInTests

    /// A member of the application that resolves an injection if it is provided.
    case resolveIfProvided
    case other
  }

  /// A function whose arguments are injections, or that calls a closure later.
  enum Function: String {
    case allowLive, seal, expectProvided, expectReleased, observe
    case other
  }

  /// A property wrapper of a consumer.
  enum Wrapper: String {
    case instance = "Instance"
    case weakInstance = "WeakInstance"
    case dynamicInstance = "DynamicInstance"
    case viewInstance = "ViewInstance"

    /// Whether the consumer retains the instance that it has read.
    var retainsInstance: Bool {
      switch self {
      case .instance, .viewInstance: true
      case .weakInstance, .dynamicInstance: false
      }
    }

    /// Whether a later read of the consumer can return the instance of an earlier one.
    var returnsEarlierInstance: Bool {
      switch self {
      case .instance, .weakInstance, .viewInstance: true
      case .dynamicInstance: false
      }
    }
  }

  /// A condition of another implementation.
  enum Context: Hashable {
    case preview, test, launchArgument

    /// A context that the application adds or creates, by its name.
    case added(String)

    init(_ name: String) {
      switch name {
      case "preview": self = .preview
      case "test": self = .test
      case "launchArgument": self = .launchArgument
      default: self = .added(name)
      }
    }
  }

  case injection(Injection)

  /// The creation of a strategy, by the name of the strategy, or `init`.
  case strategy(String)

  case context(Context)
  case createsFlow, memberOfFlow

  /// The creation of a consumer.
  case createsConsumer(Wrapper)
  case resetsConsumer, memberOfConsumer
  case function(Function)

  /// A member of a type of the library, by the names of the type and of the member.
  private init(_ type: Substring, _ name: String) {
    switch type {
    case "Injection": self = .injection(Injection(rawValue: name) ?? .other)
    case "InjectionStrategy": self = .strategy(name)
    case "InjectionContext": self = .context(Context(name))
    case "InjectionFlow": self = name == "init" ? .createsFlow : .memberOfFlow
    default:
      switch name {
      case "init": self = Wrapper(rawValue: String(type)).map(Self.createsConsumer) ?? .memberOfConsumer
      case "reset": self = .resetsConsumer
      default: self = .memberOfConsumer
      }
    }
  }

  /// The declaration of the library that a symbol is, or `nil` for other symbols.
  init?(_ symbol: Symbol) {
    let modules = ["s:4Vial", "s:11VialTesting", "s:11VialSwiftUI"]
    guard modules.contains(where: symbol.usr.hasPrefix) else { return nil }
    if symbol.isType {
      // A property with the attribute `@Instance` has a consumer, also if an initializer creates it.
      guard let wrapper = Wrapper(rawValue: symbol.name) else { return nil }
      self = .createsConsumer(wrapper)
      return
    }
    let type = symbol.usr.firstMatch(
      of: /^s:(?:4Vial|11VialSwiftUI)\d+(Injection(?:Flow|Strategy|Context)?|[A-Z]?[a-z]*Instance)(?:Family)?[VC]/
    )
    self = type.map { Self($0.1, symbol.baseName) } ?? .function(Function(rawValue: symbol.baseName) ?? .other)
  }

  /// The member of an injection, or `nil` for other declarations.
  var ofInjection: Injection? { if case .injection(let member) = self { member } else { nil } }

  /// The property wrapper of the consumer that the declaration creates.
  var createdConsumer: Wrapper? { if case .createsConsumer(let wrapper) = self { wrapper } else { nil } }

  /// The name of the strategy that the declaration creates.
  var strategy: String? { if case .strategy(let name) = self { name } else { nil } }
}
