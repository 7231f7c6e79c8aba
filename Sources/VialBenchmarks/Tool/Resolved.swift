import Vial
import VialBenchmarksPublished

/// Functions of an application that obtain an instance; a row calls them as often as it wants one.
///
/// Without the call the optimiser would do once what is written in a loop.
@MainActor
enum Resolved {
  @inline(never)
  static func singleton() -> any Service { Local.singleton.resolve() }

  @inline(never)
  static func shared() -> any Service { Local.shared.resolve() }

  @inline(never)
  static func onDemand() -> any Service { Local.onDemand.resolve() }

  @inline(never)
  static func singletonClass() -> LiveService { Local.singletonClass.resolve() }

  @inline(never)
  static func sharedClass() -> LiveService { Local.sharedClass.resolve() }

  @inline(never)
  static func onDemandClass() -> LiveService { Local.onDemandClass.resolve() }

  @inline(never)
  static func singletonSettings() -> Settings { Local.singletonSettings.resolve() }

  @inline(never)
  static func onDemandSettings() -> Settings { Local.onDemandSettings.resolve() }

  @inline(never)
  static func singletonBoard() -> Board { Local.singletonBoard.resolve() }

  @inline(never)
  static func onDemandBoard() -> Board { Local.onDemandBoard.resolve() }

  @inline(never)
  static func singletonGateway() -> any Gateway { Gateways.singleton.resolve() }

  @inline(never)
  static func sharedGateway() -> any Gateway { Gateways.shared.resolve() }

  @inline(never)
  static func onDemandGateway() -> any Gateway { Gateways.onDemand.resolve() }

  @inline(never)
  static func service(_ number: Int) -> any Service { Local.byNumber.resolve(number) }

  @inline(never)
  static func service(_ name: String) -> any Service { Local.byName.resolve(name) }
}
