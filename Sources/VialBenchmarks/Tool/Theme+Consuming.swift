import Vial
import VialBenchmarksPublished

extension Theme {
  /// Owners with one consumer and with many, read for the first time and again.
  static let consuming = Theme(
    title: "Consuming",
    rows: [
      Row(name: "make a consumer and read it once", bound: 2) { count in
        for _ in 0..<count { use(HandWritten.Consumer().service) }
      } vial: { count in
        for _ in 0..<count { use(Local.Consumer().service) }
      },
      Row(name: "make a consumer of a singleton and read it once", bound: 2.5) { count in
        for _ in 0..<count { use(HandWritten.SingletonConsumer().service) }
      } vial: { count in
        for _ in 0..<count { use(Local.SingletonConsumer().service) }
      },
      Row(name: "make a consumer of another module and read it once", bound: 2, using: usingGateway)
      { count in
        for _ in 0..<count { use(HandWrittenOfGateways().gateway) }
      } vial: { count in
        for _ in 0..<count { use(OfGateways().gateway) }
      },
      Row(name: "read it again", bound: 1.2) { count in
        let consumer = HandWritten.Consumer()
        for _ in 0..<count { use(consumer.service) }
      } vial: { count in
        let consumer = Local.Consumer()
        for _ in 0..<count { use(consumer.service) }
      },
      Row(name: "read one of another module again", bound: 1.2, using: usingGateway) { count in
        let consumer = HandWrittenOfGateways()
        for _ in 0..<count { use(consumer.gateway) }
      } vial: { count in
        let consumer = OfGateways()
        for _ in 0..<count { use(consumer.gateway) }
      },
      Row(name: "read a class again", bound: 1.2, using: usingClass) { count in
        let consumer = HandWritten.ClassConsumer()
        for _ in 0..<count { use(consumer.service) }
      } vial: { count in
        let consumer = Local.ClassConsumer()
        for _ in 0..<count { use(consumer.service) }
      },
      Row(name: "read a struct again", bound: 1.2, using: usingSettings) { count in
        let consumer = HandWritten.SettingsConsumer()
        for _ in 0..<count { use(consumer.settings) }
      } vial: { count in
        let consumer = Local.SettingsConsumer()
        for _ in 0..<count { use(consumer.settings) }
      },
      Row(name: "read a struct of 256 bytes again", bound: 1.2, using: usingBoard) { count in
        let consumer = HandWritten.BoardConsumer()
        for _ in 0..<count { use(consumer.board) }
      } vial: { count in
        let consumer = Local.BoardConsumer()
        for _ in 0..<count { use(consumer.board) }
      },
      Row(
        name: "make an owner of 10 consumers and read each once",
        bound: nil,
        uses: (left: 10, vial: 10)
      ) { count in
        for _ in 0..<count { HandWritten.TenConsumers().readAll() }
      } vial: { count in
        for _ in 0..<count { Local.TenConsumers().readAll() }
      },
      Row(
        name: "make an owner of 100 consumers and read each once",
        bound: nil,
        uses: (left: 100, vial: 100)
      ) { count in
        for _ in 0..<count { HandWritten.HundredConsumers().readAll() }
      } vial: { count in
        for _ in 0..<count { Local.HundredConsumers().readAll() }
      },
    ]
  )
}

@MainActor private final class OfGateways {
  @Instance(Gateways.onDemand) var gateway
}

@MainActor private final class HandWrittenOfGateways {
  lazy var gateway = HandWrittenGateways.onDemand()
}
