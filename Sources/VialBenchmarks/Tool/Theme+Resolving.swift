import Vial
import VialBenchmarksPublished

extension Theme {
  /// Injections of each strategy, of each kind of value, of this module and of another.
  static let resolving = Theme(
    title: "Resolving",
    rows: [
      Row(name: "resolve a singleton", bound: 1.5) { count in
        for _ in 0..<count { use(HandWritten.singleton) }
      } vial: { count in
        for _ in 0..<count { use(Local.singleton.resolve()) }
      },
      Row(name: "resolve a shared instance", bound: 1.5) { count in
        let held = HandWritten.shared()
        for _ in 0..<count { use(HandWritten.shared()) }
        extendLifetime(held)
      } vial: { count in
        let held = Local.shared.resolve()
        for _ in 0..<count { use(Local.shared.resolve()) }
        extendLifetime(held)
      },
      Row(name: "resolve an on-demand instance", bound: 1.5) { count in
        for _ in 0..<count { use(HandWritten.onDemand()) }
      } vial: { count in
        for _ in 0..<count { use(Local.onDemand.resolve()) }
      },
      Row(name: "resolve a singleton of another module", bound: 1.5) { count in
        for _ in 0..<count { use(HandWrittenGateways.singleton) }
      } vial: { count in
        for _ in 0..<count { use(Gateways.singleton.resolve()) }
      },
      Row(name: "resolve a shared instance of another module", bound: 1.5) { count in
        let held = HandWrittenGateways.shared()
        for _ in 0..<count { use(HandWrittenGateways.shared()) }
        extendLifetime(held)
      } vial: { count in
        let held = Gateways.shared.resolve()
        for _ in 0..<count { use(Gateways.shared.resolve()) }
        extendLifetime(held)
      },
      Row(name: "resolve an on-demand instance of another module", bound: 1.5) { count in
        for _ in 0..<count { use(HandWrittenGateways.onDemand()) }
      } vial: { count in
        for _ in 0..<count { use(Gateways.onDemand.resolve()) }
      },
      Row(name: "resolve a singleton, a class", bound: 1.5, using: usingClass) { count in
        for _ in 0..<count { use(HandWritten.singletonClass) }
      } vial: { count in
        for _ in 0..<count { use(Local.singletonClass.resolve()) }
      },
      Row(name: "resolve a shared class", bound: 1.5, using: usingClass) { count in
        let held = HandWritten.sharedClass()
        for _ in 0..<count { use(HandWritten.sharedClass()) }
        extendLifetime(held)
      } vial: { count in
        let held = Local.sharedClass.resolve()
        for _ in 0..<count { use(Local.sharedClass.resolve()) }
        extendLifetime(held)
      },
      Row(name: "resolve an on-demand class", bound: 1.5, using: usingClass) { count in
        for _ in 0..<count { use(LiveService()) }
      } vial: { count in
        for _ in 0..<count { use(Local.onDemandClass.resolve()) }
      },
      Row(name: "resolve a singleton, a struct", bound: 1.5, using: usingSettings) { count in
        for _ in 0..<count { use(HandWritten.singletonSettings) }
      } vial: { count in
        for _ in 0..<count { use(Local.singletonSettings.resolve()) }
      },
      Row(name: "resolve an on-demand struct", bound: nil, using: usingSettings) { count in
        for _ in 0..<count { use(Settings()) }
      } vial: { count in
        for _ in 0..<count { use(Local.onDemandSettings.resolve()) }
      },
      Row(name: "resolve a singleton, a struct of 256 bytes", bound: 1.5, using: usingBoard) {
        count in
        for _ in 0..<count { use(HandWritten.singletonBoard) }
      } vial: { count in
        for _ in 0..<count { use(Local.singletonBoard.resolve()) }
      },
      Row(name: "resolve an on-demand struct of 256 bytes", bound: nil, using: usingBoard) { count in
        for _ in 0..<count { use(Board()) }
      } vial: { count in
        for _ in 0..<count { use(Local.onDemandBoard.resolve()) }
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

  static let usingBoard: Row.Work = { count in
    let board = Board()
    for _ in 0..<count { use(board) }
  }
}
