import Foundation

extension Symbol {
  /// The type and the base name of a declaration of the library, such as `Injection.resolve`, for families, too.
  var vialName: String? {
    guard ["s:4Vial", "s:11Vial", "s:12Vial"].contains(where: usr.hasPrefix), !isType else { return nil }
    let base = String(name.prefix { $0 != "(" }.replacing("getter:", with: ""))
    let type = usr.firstMatch(
      of: /^s:(?:4Vial|11VialSwiftUI)\d+(Injection(?:Flow|Strategy|Context)?|[A-Z]?[a-z]*Instance)(?:Family)?[VC]/
    )
    return type.map { "\($0.1).\(base)" } ?? base
  }

  /// The type of a variable of type `Injection`, `InjectionFamily` or `InjectionFlow`, without the name of the library.
  var injectionType: String? {
    // The words of an identifier can be substituted, but the first occurrence of a word is written.
    guard isVariable, usr.contains("Vial"),
      let name = demangledName(of: usr.replacing("s:", with: "$s", maxReplacements: 1)),
      let start = name.range(of: " : Vial.Injection")
    else { return nil }
    let type = name[start.upperBound...]
      .replacingOccurrences(of: #"\b[A-Za-z_]\w*\.(?=[A-Za-z_(])"#, with: "", options: .regularExpression)
      .replacingOccurrences(of: #"\(([^()]*) in _[0-9A-F]+\)"#, with: "$1", options: .regularExpression)
    if type == "Flow" { return "flow" }
    guard type.hasSuffix(">"), let prefix = ["<", "Family<"].first(where: type.hasPrefix) else { return nil }
    var arguments = type.dropFirst(prefix.count).dropLast().components(separatedBy: ", ")
    // The demangled name of a protocol has no `any`.
    if usr.contains("_pGv") { arguments[arguments.count - 1] = "any " + arguments[arguments.count - 1] }
    return (prefix == "<" ? "" : "family of ") + arguments.joined(separator: ", ")
  }
}

/// Demangles a name with a function of the Swift runtime, which is looked up because it is not declared in Swift.
private func demangledName(of mangled: String) -> String? {
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
