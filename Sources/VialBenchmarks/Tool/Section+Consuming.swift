extension Section {
  /// The first and further reads of consumers.
  static let consuming = Section(
    title: "Consuming",
    rows: [
      Row(name: "make a consumer and read it once", bound: Bound.firstRead) { count in
        for _ in 0..<count { use(HandWritten.Consumer().service) }
      } vial: { count in
        for _ in 0..<count { use(Local.Consumer().service) }
      },
      Row(name: "make a consumer of a singleton and read it once", bound: Bound.firstRead) { count in
        for _ in 0..<count { use(HandWritten.SingletonConsumer().service) }
      } vial: { count in
        for _ in 0..<count { use(Local.SingletonConsumer().service) }
      },
      Row(name: "make a consumer of another module and read it once", bound: Bound.firstRead) { count in
        for _ in 0..<count { use(HandWritten.PublishedConsumer().service) }
      } vial: { count in
        for _ in 0..<count { use(Local.PublishedConsumer().service) }
      },
      Row(name: "read it again", bound: Bound.furtherRead) { count in
        let consumer = HandWritten.Consumer()
        for _ in 0..<count { use(consumer.service) }
      } vial: { count in
        let consumer = Local.Consumer()
        for _ in 0..<count { use(consumer.service) }
      },
      Row(name: "read one of another module again", bound: Bound.furtherRead) { count in
        let consumer = HandWritten.PublishedConsumer()
        for _ in 0..<count { use(consumer.service) }
      } vial: { count in
        let consumer = Local.PublishedConsumer()
        for _ in 0..<count { use(consumer.service) }
      },
      Row(name: "read a class again", bound: Bound.furtherRead) { count in
        let consumer = HandWritten.ClassConsumer()
        for _ in 0..<count { use(consumer.service) }
      } vial: { count in
        let consumer = Local.ClassConsumer()
        for _ in 0..<count { use(consumer.service) }
      },
    ]
  )
}
