import Vial

@MainActor final class ChoiceModel {
  @Instance(Services.ticket) var ticket

  func choose(_ destination: String) {
    ticket.destination = destination
  }
}

@MainActor final class PaymentModel {
  @Instance(Services.ticket) var ticket

  func pay() {
    ticket.isPaid = true
    Services.purchase.clear()
  }
}
