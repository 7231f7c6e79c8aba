/// Rows that are not yet within their bound, and what `--check` accepts of them meanwhile.
///
/// In times the left side: what was measured, and a fifth more. The report lists them.
enum Exceptions {
  static let title = "Above their bound"

  static let limits = [
    "resolve an on-demand instance": 2.8,
    "resolve a singleton of another module": 2.4,
    "resolve a shared instance of another module": 1.7,
    "resolve an on-demand instance of another module": 3.2,
    "resolve a singleton, a struct": 3,
    "resolve a family's singleton by an Int key": 12,
    "make a consumer and read it once": 3.5,
    "make a consumer of another module and read it once": 3.5,
    "override, resolve, roll back": 40,
    "resolve a singleton 1 inheriting scope deep": 7.2,
    "resolve a singleton 4 inheriting scopes deep": 7.2,
    "resolve a singleton 1 isolated scope deep": 7.2,
    "resolve a singleton 4 isolated scopes deep": 7.2,
    "resolve a singleton after a scope was open": 3.7,
    "open a scope, override, resolve, end it": 65,
  ]
}
