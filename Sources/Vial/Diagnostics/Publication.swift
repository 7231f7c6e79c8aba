/// Where an injection, a family or a flow was published, and whether that is probably a computed property.
struct Publication: Sendable {
  let callSite: CallSite

  /// Whether the declaration that contains the call looks like a computed property.
  ///
  /// Always `false` in release builds.
  let isProbablyComputed: Bool

  nonisolated init(_ callSite: CallSite, _ function: StaticString) {
    self.callSite = callSite
    #if DEBUG
    // In the initial value of a stored property, `#function` is the name of the type; of a global, of the module. The
    // names of functions and initializers end with a parenthesis.
    let name = function.description
    isProbablyComputed =
      name.first?.isLowercase == true && !name.hasSuffix(")") && name != "deinit"
      && !callSite.fileID.hasPrefix("\(name)/")
    #else
    isProbablyComputed = false
    #endif
  }
}
