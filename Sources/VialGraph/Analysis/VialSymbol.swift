/// What a declaration of the library means to the analysis.
enum VialSymbol: Equatable {
  /// A property wrapper that consumes an injection.
  enum Consumer: String {
    case instance = "@Instance"
    case weakInstance = "@WeakInstance"
    case dynamicInstance = "@DynamicInstance"
    case viewInstance = "@ViewInstance"
  }

  /// An initializer of `Injection` or `InjectionFamily`.
  case publication
  case required
  case flow
  case strategy(String)
  case context(String)
  case consumer(Consumer)

  /// A member of `Injection` or `InjectionFamily` with its base name.
  case member(String)

  /// Another function of the library with its base name.
  case function(String)

  init?(_ symbol: Symbol) {
    guard symbol.usr.hasPrefix("s:4Vial") || symbol.usr.hasPrefix("s:11Vial") || symbol.usr.hasPrefix("s:12Vial")
    else { return nil }
    var name = String(symbol.name.prefix { $0 != "(" })
    if name.hasPrefix("getter:") { name.removeFirst("getter:".count) }
    func isMember(of type: String) -> Bool { symbol.usr.hasPrefix(type) && symbol.usr != type }

    if isMember(of: "s:4Vial9InjectionV") || isMember(of: "s:4Vial15InjectionFamilyC") {
      self = symbol.kind == .initializer ? .publication : name == "required" ? .required : .member(name)
    } else if isMember(of: "s:4Vial13InjectionFlowC") {
      self = symbol.kind == .initializer ? .flow : .function(name)
    } else if isMember(of: "s:4Vial17InjectionStrategyV"), symbol.kind != .initializer {
      self = .strategy(name)
    } else if isMember(of: "s:4Vial16InjectionContextV") {
      self = .context(name)
    } else if symbol.kind == .initializer, let consumer = Self.consumers.first(where: { isMember(of: $0.key) }) {
      self = .consumer(consumer.value)
    } else if symbol.isFunction {
      self = .function(name)
    } else {
      return nil
    }
  }

  private static let consumers: [String: Consumer] = [
    "s:4Vial8InstanceV": .instance,
    "s:4Vial12WeakInstanceV": .weakInstance,
    "s:4Vial15DynamicInstanceV": .dynamicInstance,
    "s:11VialSwiftUI12ViewInstanceV": .viewInstance,
  ]
}
