#if canImport(SwiftUI)
import SwiftUI
import VialSwiftUI
import WorldClockFeature

/// All of a window: the sign-in, or the cities of who is signed in.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct WindowView: View {
  @ViewInstance(accountModel) private var model

  var body: some View {
    if let account = model.account {
      // Another account is another identity: no view keeps what it has read for the one before.
      CityListView(account: model).id(account)
    } else {
      SignInView(account: model)
    }
  }
}

/// Asks for the name of an account.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct SignInView: View {
  @Bindable var account: AccountModel

  var body: some View {
    Form {
      TextField("Account", text: $account.name)
      Button("Sign In") { account.signIn() }
        .disabled(!account.canSignIn)
    }
  }
}
#endif
