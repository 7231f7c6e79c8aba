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

  /// The injections that a variable holds, with types without the names of their modules.
  var heldType: HeldType? {
    // The words of an identifier can be substituted, but the first occurrence of a word is written.
    guard usr.contains("Vial"), let name = typeOfVariable, name.contains("Vial.Injection") else { return nil }
    let type =
      name
      .replacingOccurrences(of: #"\b[A-Za-z_]\w*\.(?=[A-Za-z_(])"#, with: "", options: .regularExpression)
      .replacingOccurrences(of: #"\(([^()]*) in _[0-9A-F]+\)"#, with: "$1", options: .regularExpression)
    if type == "InjectionFlow" { return .flow }
    if let types = arguments(of: "Injection", in: type) { return .injection(types) }
    if let types = arguments(of: "InjectionFamily", in: type) { return .family(types) }
    let contains = ["Injection<", "InjectionFamily<"].contains(where: type.contains)
    return contains && !type.contains(" -> ") ? .several(type) : nil
  }

  /// The generic arguments of a type with a name.
  private func arguments(of name: String, in type: String) -> String? {
    guard type.hasPrefix(name + "<"), type.hasSuffix(">") else { return nil }
    var arguments = type.dropFirst(name.count + 1).dropLast().components(separatedBy: ", ")
    // The demangled name of a protocol has no `any`.
    if usr.contains("_pGv") { arguments[arguments.count - 1] = "any " + arguments[arguments.count - 1] }
    return arguments.joined(separator: ", ")
  }

  /// How certain it is that a function calls the closures that are passed to it before it returns.
  ///
  /// The type of a closure that does not escape ends with `XE` in a mangled name. The names of the parameters would have to
  /// be matched to tell several closures apart, so a function with closures of both kinds calls them perhaps.
  var certaintyOfClosures: Certainty {
    let remaining = types(in: usr).components(separatedBy: "XE").count - 1
    if remaining == 0 { return .deferred }
    let closures = (demangled ?? "").components(separatedBy: " -> ").count - 2
    return remaining >= closures ? .eager : .conditional
  }

  /// A mangled name without its identifiers, which follow their lengths.
  private func types(in name: String) -> String {
    var rest = name[...]
    var types = ""
    while let first = rest.first {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if first.isNumber, first != "0", let length = Int(digits) {
        rest = rest.dropFirst(digits.count).dropFirst(length)
      } else {
        types.append(first)
        rest = rest.dropFirst()
      }
    }
    return types
  }

  /// The type of a variable, with the names of modules.
  var typeOfVariable: String? {
    guard isVariable, let name = demangled, let separator = name.range(of: " : ") else { return nil }
    return String(name[separator.upperBound...])
  }

  private var demangled: String? { demangledName(of: usr.replacing("s:", with: "$s", maxReplacements: 1)) }
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
