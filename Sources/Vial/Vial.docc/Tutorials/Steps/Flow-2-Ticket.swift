import Vial

final class Ticket {
  var destination = ""
  var isPaid = false
}

extension Services {
  static let purchase = InjectionFlow("purchase")
  static let ticket = Injection(strategy: .flow(purchase), instance: Ticket())
}
