import Foundation
public import Observation
public import Vial
import WorldClockInterface

/// The sign-in of a window: `.onDemand`, so that each window has its own.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let accountModel = Injection(strategy: .onDemand, instance: AccountModel())

/// Who is signed in, and how that changes.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
public final class AccountModel {
  /// What is typed as the name of the account.
  public var name = ""

  /// The account that is signed in.
  public private(set) var account: String?

  /// The scope of the window: an action that calls this model runs in none.
  @ObservationIgnored private let scope = OverrideScope.current

  /// Makes a model of whoever is signed in already.
  public init() {
    account = currentSession.isProvided ? currentSession.resolve().account : nil
  }

  /// Whether a name is typed.
  public var canSignIn: Bool { !typedName.isEmpty }

  /// Signs in whose name is typed, instead of who was before.
  public func signIn() {
    let account = typedName
    guard !account.isEmpty else { return }
    signOut()
    inScope {
      currentSession.provide(with: Session(account: account), strategy: .flow(signedIn))
    }
    self.account = account
    name = ""
  }

  /// Lets go of the session and of all that was built from it.
  public func signOut() {
    account = nil
    inScope {
      currentSession.withdraw()
      signedIn.clear()
    }
  }

  private var typedName: String { name.trimmingCharacters(in: .whitespaces) }

  private func inScope(_ work: () -> Void) {
    if let scope { scope.run(work) } else { work() }
  }
}
