extension Theme {
  /// Injections of each strategy, of each kind of value, of this module and of another.
  static let resolving = Theme(
    title: "Resolving",
    rows: [
      Row(name: "resolve a singleton", bound: 1.5) { count in
        for _ in 0..<count { use(HandWritten.singleton()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.singleton()) }
      },
      Row(name: "resolve a shared instance", bound: 1.5) { count in
        let held = HandWritten.shared()
        for _ in 0..<count { use(HandWritten.shared()) }
        extendLifetime(held)
      } vial: { count in
        let held = Resolved.shared()
        for _ in 0..<count { use(Resolved.shared()) }
        extendLifetime(held)
      },
      Row(name: "resolve an on-demand instance", bound: 1.5) { count in
        for _ in 0..<count { use(HandWritten.onDemand()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.onDemand()) }
      },
      Row(name: "resolve a singleton of another module", bound: 1.5, using: usingGateway) { count in
        for _ in 0..<count { use(HandWritten.singletonGateway()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.singletonGateway()) }
      },
      Row(name: "resolve a shared instance of another module", bound: 1.5, using: usingGateway) {
        count in
        let held = HandWritten.sharedGateway()
        for _ in 0..<count { use(HandWritten.sharedGateway()) }
        extendLifetime(held)
      } vial: { count in
        let held = Resolved.sharedGateway()
        for _ in 0..<count { use(Resolved.sharedGateway()) }
        extendLifetime(held)
      },
      Row(name: "resolve an on-demand instance of another module", bound: 1.5, using: usingGateway)
      { count in
        for _ in 0..<count { use(HandWritten.onDemandGateway()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.onDemandGateway()) }
      },
      Row(name: "resolve a singleton, a class", bound: 1.5, using: usingClass) { count in
        for _ in 0..<count { use(HandWritten.singletonClass()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.singletonClass()) }
      },
      Row(name: "resolve a shared class", bound: 1.5, using: usingClass) { count in
        let held = HandWritten.sharedClass()
        for _ in 0..<count { use(HandWritten.sharedClass()) }
        extendLifetime(held)
      } vial: { count in
        let held = Resolved.sharedClass()
        for _ in 0..<count { use(Resolved.sharedClass()) }
        extendLifetime(held)
      },
      Row(name: "resolve an on-demand class", bound: 1.5, using: usingClass) { count in
        for _ in 0..<count { use(HandWritten.onDemandClass()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.onDemandClass()) }
      },
      Row(name: "resolve a singleton, a struct", bound: 1.5, using: usingSettings) { count in
        for _ in 0..<count { use(HandWritten.singletonSettings()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.singletonSettings()) }
      },
      Row(name: "resolve an on-demand struct", bound: 1.5, using: usingSettings) { count in
        for _ in 0..<count { use(HandWritten.onDemandSettings()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.onDemandSettings()) }
      },
      Row(name: "resolve a singleton, a struct of 256 bytes", bound: 1.5, using: usingBoard) {
        count in
        for _ in 0..<count { use(HandWritten.singletonBoard()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.singletonBoard()) }
      },
      Row(name: "resolve an on-demand struct of 256 bytes", bound: 1.5, using: usingBoard) {
        count in
        for _ in 0..<count { use(HandWritten.onDemandBoard()) }
      } vial: { count in
        for _ in 0..<count { use(Resolved.onDemandBoard()) }
      },
    ]
  )

  static let usingClass: Row.Work = { count in
    let service = LiveService()
    for _ in 0..<count { use(service) }
  }

  static let usingSettings: Row.Work = { count in
    let settings = Settings()
    for _ in 0..<count { use(settings) }
  }

  static let usingGateway: Row.Work = { count in
    let gateway = HandWritten.singletonGateway()
    for _ in 0..<count { use(gateway) }
  }

  static let usingBoard: Row.Work = { count in
    let board = Board()
    for _ in 0..<count { use(board) }
  }
}
