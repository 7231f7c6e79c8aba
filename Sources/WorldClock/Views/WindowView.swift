#if canImport(SwiftUI)
import SwiftUI
import VialSwiftUI
import WorldClockFeature

/// The content of a window, which is the sign-in or the cities of the current account.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct WindowView: View {
  @ViewInstance(accountModel) private var model

  var body: some View {
    if let account = model.account {
      // The identity changes with the account, so no view keeps an instance of the previous account.
      CityListView(account: model).id(account)
    } else {
      SignInView(account: model)
    }
  }
}

/// A form for the name of an account.
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
