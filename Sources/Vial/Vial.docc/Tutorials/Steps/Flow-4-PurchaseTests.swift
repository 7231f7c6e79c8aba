import Testing
import VialTesting

@testable import Station

@Suite(.overrideScope { Services.ticket.allowLive() })
@MainActor struct PurchaseTests {
  @Test func bothScreensHaveTheSameTicket() {
    ChoiceModel().choose("Bern")

    #expect(PaymentModel().ticket.destination == "Bern")
  }

  @Test func theNextPurchaseHasAnotherTicket() {
    ChoiceModel().choose("Bern")
    PaymentModel().pay()

    #expect(ChoiceModel().ticket.destination.isEmpty)
  }
}
