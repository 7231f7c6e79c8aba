import Foundation

/// The type of a variable that holds an injection, a family or a flow.
enum InjectionType: Equatable {
  case injection(value: String)
  case family(key: String, value: String)
  case flow

  /// Reads the type in a symbol's identifier, or returns `nil` for a variable of another type.
  init?(usr: String) {
    // The name of the type is a part of each such identifier, or its words are substituted.
    guard usr.hasPrefix("s:"), usr.contains("Vial"), let name = demangledName(of: "$s" + usr.dropFirst(2)),
      let start = name.range(of: " : Vial.Injection")
    else { return nil }
    // The demangled name of a protocol has no `any`.
    let existential = usr.contains("_pGv") ? "any " : ""
    let type = name[start.upperBound...].trimmingSuffix(" in _").withoutModules
    if type == "Flow" {
      self = .flow
    } else if type.hasPrefix("<"), type.hasSuffix(">") {
      self = .injection(value: existential + type.dropFirst().dropLast())
    } else if type.hasPrefix("Family<"), type.hasSuffix(">") {
      let arguments = String(type.dropFirst("Family<".count).dropLast()).splitAtFirstComma
      self = .family(key: arguments.first, value: existential + arguments.rest)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .injection(let value): value
    case .family(let key, let value): "family of \(key), \(value)"
    case .flow: "flow"
    }
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
  }

  /// The names of types without their modules: `any WeatherService` for `any Weather.WeatherService`.
  fileprivate var withoutModules: String {
    replacingOccurrences(
      of: #"\b[A-Za-z_]\w*\.(?=[A-Za-z_(])"#,
      with: "",
      options: .regularExpression
    )
    .replacingOccurrences(of: #"\(([^()]*) in _[0-9A-F]+\)"#, with: "$1", options: .regularExpression)
  }

  fileprivate var splitAtFirstComma: (first: String, rest: String) {
    var depth = 0
    for index in indices {
      switch self[index] {
      case "<", "(", "[": depth += 1
      case ">", ")", "]": depth -= 1
      case "," where depth == 0:
        return (String(self[..<index]), self[self.index(after: index)...].trimmingCharacters(in: .whitespaces))
      default: break
      }
    }
    return ("", String(self))
  }
}

/// Demangles a name with a function of the Swift runtime, which is looked up because it is not declared in Swift.
func demangledName(of mangled: String) -> String? {
  typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?
  guard let address = dlsym(dlopen(nil, RTLD_LAZY), "swift_demangle") else { return nil }
  let demangle = unsafeBitCast(address, to: Demangle.self)
  guard let name = demangle(mangled, mangled.utf8.count, nil, nil, 0) else { return nil }
  defer { free(name) }
  return String(cString: name)
}
