import Vial

/// An injection of the tested application.
@MainActor public let greeting = Injection(strategy: .singleton, instance: "hello")

/// An injection that tests resolve live.
@MainActor public let farewell = Injection(strategy: .singleton, instance: "goodbye")
