// `Tests/AppleStubs/test` runs this file with stubs of SwiftUI; `swift test` does not.
import SwiftUI
import Testing
import Vial
import VialSwiftUI

/// The instances of views whose identities change as in the screens of an application.
@MainActor struct ViewIdentityTests {
  let host = ViewHost()
  let tally = Tally()
  let models: Injection<Model>

  init() {
    let tally = tally
    models = Injection(strategy: .onDemand, instance: Model(tally))
  }

  @Test func changeOfAStateKeepsTheInstance() {
    host.show(StateView(models))
    host.type("Zurich", into: "City")
    #expect(host.texts == ["0 in Zurich", "Zurich", "More"])

    host.press("More")
    host.press("More")

    #expect(host.texts == ["2 in Zurich", "Zurich", "More"])
    #expect(tally.built == 1)
  }

  @Test func updateKeepsTheInstancesOfRecreatedViews() {
    host.show(ScreenView(models))
    host.type("Bern", into: "City")

    for _ in 0..<3 { host.update() }

    #expect(host.texts.contains("0 in Bern"))
    #expect(tally.built == 1)
  }

  @Test func movedRowsKeepTheirInstances() {
    host.show(RowsView([1, 2, 3], models))
    for (row, city) in [1: "Bern", 2: "Zurich", 3: "Geneva"] {
      host.type(city, into: "City \(row)")
    }
    #expect(host.texts == ["Bern", "Zurich", "Geneva"])

    host.show(RowsView([3, 1, 2], models))

    #expect(host.texts == ["Geneva", "Bern", "Zurich"])
    #expect(tally.built == 3)
  }

  @Test func deletedRowReleasesOnlyItsInstance() {
    host.show(RowsView([1, 2, 3], models))
    host.type("Zurich", into: "City 2")

    host.show(RowsView([1, 3], models))
    #expect(tally.alive == 2)

    host.show(RowsView([1, 2, 3], models))
    #expect(host.texts == ["", "", ""])
    #expect(tally.built == 4)
  }

  @Test func branchThatIsShownAgainHasANewInstance() {
    host.show(ScreenView(models))
    host.type("Zurich", into: "City")

    host.press("Hide")
    #expect(host.texts == ["Show", "nothing"])
    #expect(tally.alive == 0)

    host.press("Show")
    #expect(host.texts == ["Hide", "0 in ", "", "More"])
    #expect(tally.built == 2)
  }

  @Test func eachViewModifierHasItsOwnInstance() {
    for _ in 0..<2 {
      host.show(
        VStack {
          Text("first").modifier(ModelModifier(models))
          Text("second").modifier(ModelModifier(models))
        }
      )
    }
    #expect(tally.built == 2)

    host.show(Text("first"))
    #expect(tally.alive == 0)
  }

  @Test func taskRunsOnceForEachIdAndIsCancelledWithItsView() async {
    host.show(TaskView(models, id: 1))
    host.update()
    await host.settle()
    #expect(host.texts == ["1 run"])

    host.show(TaskView(models, id: 2))
    await host.settle()
    #expect(host.texts == ["2 runs"])

    var cancelled = false
    host.show(
      EmptyView().task {
        while !Task.isCancelled { await Task.yield() }
        cancelled = true
      }
    )
    host.show(EmptyView())
    for _ in 0..<10_000 where !cancelled { await Task.yield() }
    #expect(cancelled)
  }

  @Test func sheetHasTheScopeOfItsPresenter() {
    let name = Injection(strategy: .singleton, instance: "live")
    host.show(SheetView(name).overrideScope { name.override(with: "mock") })

    host.press("Present")
    #expect(host.texts == ["Present", "mock", "Close"])

    host.press("Close")
    #expect(host.texts == ["Present"])
  }

  @Test func pushedViewHasTheScopeAndTheViewBelowKeepsItsInstance() {
    let name = Injection(strategy: .singleton, instance: "live")
    host.show(StackView(name, models).overrideScope { name.override(with: "mock") })
    host.type("Bern", into: "City")

    host.press("Open 7")
    #expect(host.texts == ["7", "mock", "Back"])

    host.press("Back")
    #expect(host.texts.first == "0 in Bern")
    #expect(tally.built == 1)
  }
}
