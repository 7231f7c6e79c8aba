import VialGraphProgram

// The injections in collections whose elements code resolves.

extension IndexedFile {
  /// The bracket of the array literal of which a token is an element.
  func collection(with token: Int) -> Int? {
    guard let bracket = source.tokens[token].parent, source[bracket] == "[" else { return nil }
    // A name or a bracket before the bracket of a subscript is adjacent.
    return source[bracket - 1] == "(" || !source.tokens[bracket].isAdjacent ? bracket : nil
  }

  /// The token that resolves the elements of the collection to which a token belongs, as in `[a, b].map { $0.resolve() }` or
  /// `for other in others { other.resolve() }`.
  func resolvedElement(ofCollectionWith token: Int) -> Int? {
    let literal = collection(with: token)
    let start = literal ?? token
    let end = (literal.flatMap { source.tokens[$0].match } ?? token) + 1
    if let method = source.member(at: end), let brace = source.arguments(ofCallAt: method)?.first(where: isBrace) {
      return resolve(of: parameters(ofClosure: brace), in: brace)
    }
    guard source[start - 1] == "in", source[start - 3] == "for", isBrace(end) else { return nil }
    return resolve(of: [source[start - 2]], in: end)
  }

  func isBrace(_ token: Int) -> Bool { source[token] == "{" }

  func parameters(ofClosure brace: Int) -> Set<String> {
    let header = source.tokens[(brace + 1)...].prefix { $0.text == "," || $0.text.first?.isLetter == true }
    guard let end = header.firstIndex(where: { $0.text == "in" }) else { return ["$0", "$1"] }
    return Set(header[..<end].map(\.text))
  }

  /// The token with one of some names in a pair of braces of which the code resolves the injection.
  func resolve(of names: Set<String>, in brace: Int) -> Int? {
    (brace..<(source.tokens[brace].match ?? brace)).first {
      names.contains(source[$0]) && resolve(after: $0 + 1) != nil
    }
  }
}
