import Testing

@testable import VialGraph
@testable import VialGraphProgram

struct SymbolTests {
  // The types of closures that do not escape end with `XE`, which can also be a part of a name.
  @Test(arguments: [
    ("s:1A3runyyyyXEF", Vocabulary.Call.now), ("s:1A3runyyyycF", .later), ("s:1A5runXEyyyycF", .later),
  ])
  func onlyClosuresThatDoNotEscapeAreCalledNow(usr: String, call: Vocabulary.Call) {
    expectEqual(Symbol(usr: usr, name: "run(_:)", kind: .freeOrStaticFunction).callOfClosures, call)
  }

  /// Functions of a module `A` with the symbols that the compiler writes to an index.
  @Test(arguments: [
    ("f() throws", "s:1A1fyyKF", true),
    ("f(_: Int) throws -> Int", "s:1A1fyS2iKF", true),
    ("f<T>(_: T) throws", "s:1A1fyyxKlF", true),
    ("f<T>(_: T) throws -> T where T: Hashable", "s:1A1fyxxKSHRzlF", true),
    ("f<each T>(_: repeat each T) throws", "s:1A1fyyxxQpKRvzlF", true),
    ("f() async throws", "s:1A1fyyYaKF", true),
    ("f<T>(_: T) async throws -> T", "s:1A1fyxxYaKlF", true),
    ("f() throws(Failure)", "s:1A1fyyAA7FailureVYKF", true),
    ("f<E>(_: E.Type) throws(E)", "s:1A1fyyxmxYKs5ErrorRzlF", true),
    ("f() async throws(Failure)", "s:1A1fyyYaAA7FailureVYKF", true),
    ("f(_: () throws -> Void) rethrows", "s:1A1fyyyyKXEKF", true),
    ("S.init() throws", "s:1A1SVACyKcfc", true),
    ("S.init<T>(t: T) throws where T: Equatable", "s:1A1SV1tACx_tKcSQRzlufc", true),
    ("S.init?(number: Int) throws", "s:1A1SV6numberACSgSi_tKcfc", true),
    ("static S.f() throws", "s:1A1SV1fyyKFZ", true),
    ("static S.f<T>(_: T) throws", "s:1A1SV1fyyxKlFZ", true),
    ("Array.f() throws where Element == Int", "s:Sa1ASiRszlE1fyyKF", true),
    ("f() throws -> some Equatable", "s:1A1fQryKF", true),
    ("private Row.f() throws", "s:1A3Row33_A09D80A62AF68BCCA518C97999475FBBLLC1fyyKF", true),
    ("f()", "s:1A1fyyF", false),
    ("f(_: () throws -> Void)", "s:1A1fyyyyKXEF", false),
    ("f(_: @escaping (Int) throws -> Int) -> Int", "s:1A1fyS3iKcF", false),
    ("f(_: @escaping @Sendable () async throws -> Void)", "s:1A1fyyyyYaYbKcF", false),
    ("f(_: @autoclosure () throws -> Int)", "s:1A1fyySiyKXKF", false),
    ("f() -> () throws -> Void", "s:1A1fyyKcyF", false),
    ("S.init(f: () throws -> Void)", "s:1A1SV1fACyyKXE_tcfc", false),
    ("loadKFolder()", "s:1A11loadKFolderyyF", false),
    ("KF()", "s:1A2KFyyF", false),
  ])
  func onlyAFunctionThatThrowsHasErrors(declaration: String, usr: String, throwsErrors: Bool) {
    expectEqual(Symbol(usr: usr, name: "", kind: .freeOrStaticFunction).throwsErrors, throwsErrors, declaration)
    expect(!Symbol(usr: usr, name: "", kind: .instanceProperty).throwsErrors)
  }
}
