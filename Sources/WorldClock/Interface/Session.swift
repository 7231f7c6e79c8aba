public import Vial

/// The session of an account that is signed in.
public struct Session: Hashable, Sendable {
  /// The name of the account.
  public let account: String

  /// Creates a session for an account.
  public init(account: String) {
    self.account = account
  }
}

/// The current session, `.required`, because it exists only after a sign-in.
@MainActor public let currentSession = Injection<Session>.required(
  "the session of the signed-in user"
)

/// The flow of the instances that are built from the session, which a sign-out clears.
@MainActor public let signedIn = InjectionFlow("signed in")
