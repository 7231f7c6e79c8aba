import Vial

final class Ticket {
  var destination = ""
  var isPaid = false
}

extension Services {
  static let purchase = InjectionScope("purchase")
  static let ticket = Injection(strategy: .scoped(purchase), instance: Ticket())
}
