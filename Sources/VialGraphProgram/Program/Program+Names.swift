extension Program {
  /// The identity of a declaration, with the file of a private declaration, whose name is unique there only.
  package func id(of symbol: SymbolID) -> Identity {
    let name = qualifiedName(of: symbol)
    guard let definition = self[self[symbol].accessedVariable ?? symbol].definition else { return name }
    let file = files[definition.file]
    return self[symbol].isPrivate ? "\(file.module)/\(file.name)/\(name)" : "\(file.module)/\(name)"
  }

  /// The path of a file relative to the folder of the application.
  package func path(_ file: String) -> String {
    file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : file
  }

  /// The module, the name of the file and the line of a location, as `#fileID` and `#line` spell them.
  package func description(of location: Location) -> String {
    let file = files[location.file]
    return "\(file.module)/\(file.name):\(location.line)"
  }
}
