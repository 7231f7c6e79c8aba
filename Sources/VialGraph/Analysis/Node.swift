/// An injection, a family or a requirement that the application publishes.
struct Node {
  var name = ""

  /// The type of the variable, or `nil` for an injection without a variable.
  var type: InjectionType?
  let location: Location
  var variable: SymbolID?

  /// The code that builds an instance. There are several where `#if` or a branch selects the publication.
  var bodies: [Body] = []
  var strategy: String?
  var flows: Set<SymbolID> = []
  var contexts: Set<String> = []
  var isRequired = false
  var isComputed = false
  let isInTests: Bool
  var allowsLiveInTests = false
}

/// An override, a provided implementation, or a permission to use a live implementation.
struct Replacement {
  let injection: InjectionReference
  let use: Step.Use

  /// The body that contains the call.
  let container: Body

  /// The code of the replacement, if there is any.
  let body: Body?
  let location: Location
}
