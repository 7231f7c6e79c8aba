public import Vial

/// Who is signed in.
public struct Session: Hashable, Sendable {
  /// The name of the account.
  public let account: String

  /// Names who is signed in.
  public init(account: String) {
    self.account = account
  }
}

/// The session: known at sign-in and not before, so it is `.required`.
@MainActor public let currentSession = Injection<Session>.required(
  "the session of who is signed in"
)

/// All that is built from the session; clear it at sign-out.
@MainActor public let signedIn = InjectionFlow("signed in")
