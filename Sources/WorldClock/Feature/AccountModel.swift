import Foundation
public import Observation
public import Vial
import WorldClockInterface

/// The sign-in of a window, `.onDemand`, so that each window has a separate sign-in.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let accountModel = Injection(strategy: .onDemand, instance: AccountModel())

/// A model that signs an account in and out.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
public final class AccountModel {
  /// The text in the field for the name of the account.
  public var name = ""

  /// The account that is signed in, or `nil`.
  public private(set) var account: String?

  /// The scope of the window.
  ///
  /// The actions of views run outside this scope, so the model runs its changes in it.
  @ObservationIgnored private let scope = OverrideScope.current

  /// Creates a model with the account of the current session, if there is one.
  public init() {
    account = currentSession.isProvided ? currentSession.resolve().account : nil
  }

  /// Whether the name contains more than whitespace.
  public var canSignIn: Bool { !typedName.isEmpty }

  /// Signs in the account with the entered name, after signing out the previous account.
  public func signIn() {
    let account = typedName
    guard !account.isEmpty else { return }
    signOut()
    scope.run {
      currentSession.provide(with: Session(account: account), strategy: .flow(signedIn))
    }
    self.account = account
    name = ""
  }

  /// Releases the instances that were built from the session, and withdraws the session.
  ///
  /// The release actions of these instances may use the session, so it is withdrawn last.
  public func signOut() {
    account = nil
    scope.run {
      signedIn.clear()
      currentSession.withdraw()
    }
  }

  private var typedName: String { name.trimmingCharacters(in: .whitespaces) }
}
