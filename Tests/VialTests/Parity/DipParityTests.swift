import Testing
import Vial

// What the document of Dip shows, in its order, as a user of Vial writes it.

// MARK: Example: each protocol with its implementation, and the lifetime beside them

@MainActor private protocol Station {
  var address: String { get }
}

@MainActor private struct ProductionStation: Station {
  let isMetered: Bool
  let address = "radio.example"
}

@MainActor private let station = Injection<any Station>(
  strategy: .singleton,
  instance: ProductionStation(isMetered: true)
)

@MainActor private protocol Transmitter {
  func send(_ path: String) -> String
}

@MainActor private struct RadioTransmitter: Transmitter {
  let station: any Station = VialTests.station.resolve()

  func send(_ path: String) -> String { "\(station.address)/\(path)" }
}

@MainActor private let transmitter = Injection<any Transmitter>(
  strategy: .singleton,
  instance: RadioTransmitter()
)

// MARK: Tags: the key is an enum, one of its cases has a recipe of its own

private enum LogOwner: Hashable {
  case nobody
  case me
  case user(String)
}

@MainActor private protocol CallBook: AnyObject {
  var calls: [String] { get }
}

@MainActor private final class SampleCallBook: CallBook {
  let user: String

  init(user: String?) { self.user = user ?? "N0CALL" }

  var calls: [String] { ["sample of \(user)"] }
}

@MainActor private final class SavedCallBook: CallBook {
  let calls: [String]

  init(file: String) { calls = ["saved in \(file)"] }
}

@MainActor private let callBooks = InjectionFamily<LogOwner, any CallBook>(strategy: .onDemand) {
  owner in
  guard case .user(let name) = owner else { return SampleCallBook(user: nil) }
  return SampleCallBook(user: name)
}.publish(.me) {
  SavedCallBook(file: "my-calls")
}

// MARK: Example: a view model

@MainActor private struct LogModel {
  @Instance(VialTests.transmitter) var transmitter
  let callBook: any CallBook

  init(owner: LogOwner) { callBook = callBooks.resolve(owner) }

  func summary() -> String { "\(transmitter.send("log")): \(callBook.calls.joined())" }
}

@MainActor struct DipParityTests {
  // MARK: Introduction: an implementation is named once, everyone else knows the protocol

  @Test func protocolResolvesToTheImplementation() {
    let resolved: any Station = station.resolve()

    #expect(resolved is ProductionStation)
  }

  @Test func implementationIsSwitchedWithoutTouchingItsUsers() {
    struct TestStation: Station { let address = "localhost" }
    let local = Injection<any Transmitter>(strategy: .onDemand, instance: RadioTransmitter())

    station.override(with: TestStation())
    #expect(local.resolve().send("on") == "localhost/on")

    station.rollbackOverride()
    #expect(local.resolve().send("on") == "radio.example/on")
  }

  // MARK: Usage: registering an instance, or a factory

  @Test func instanceIsTheSameAtEachResolve() {
    let book = Injection<any CallBook>(strategy: .singleton, instance: SampleCallBook(user: nil))

    #expect(book.resolve() === book.resolve())
  }

  @Test func factoryBuildsANewOneAtEachResolve() {
    #expect(callBooks.resolve(.nobody) !== callBooks.resolve(.nobody))
  }

  // MARK: Usage: early in the application's life, at no cost

  @Test func nothingIsBuiltAtLaunch() {
    var isBuilt = false
    let late = Injection(strategy: .singleton) {
      isBuilt = true
      return SampleCallBook(user: nil)
    }
    #expect(!isBuilt)

    _ = late.resolve()
    #expect(isBuilt)
  }

  // MARK: Usage: tags

  @Test func tagWithARecipeOfItsOwn() {
    #expect(callBooks.resolve(.me).calls == ["saved in my-calls"])
  }

  @Test func everyOtherTagFallsBackToTheFamilysRecipe() {
    #expect(callBooks.resolve(.user("K1ABC")).calls == ["sample of K1ABC"])
    #expect(callBooks.resolve(.nobody).calls == ["sample of N0CALL"])
  }

  @Test func taggedSingletonIsOneForEachTag() {
    let books = InjectionFamily<LogOwner, any CallBook>(strategy: .singleton) { _ in
      SampleCallBook(user: nil)
    }

    #expect(books.resolve(.me) === books.resolve(.me))
    #expect(books.resolve(.me) !== books.resolve(.nobody))
  }

  @Test func tagMayNameAnInstanceWhereOthersHaveAFactory() {
    let books = InjectionFamily<LogOwner, any CallBook>(strategy: .onDemand) { _ in
      SampleCallBook(user: nil)
    }.publish(.me, strategy: .singleton) {
      SavedCallBook(file: "my-calls")
    }

    #expect(books.resolve(.me) === books.resolve(.me))
    #expect(books.resolve(.nobody) !== books.resolve(.nobody))
  }

  // MARK: Example: the whole, in the application

  @Test func modelUsesWhatThePublishedInjectionsProvide() {
    #expect(LogModel(owner: .me).summary() == "radio.example/log: saved in my-calls")
    #expect(LogModel(owner: .user("K1ABC")).summary() == "radio.example/log: sample of K1ABC")
  }

  // MARK: Example: the whole, in a test

  @Test func testReplacesWhatItNeedsAndLeavesNoTrace() {
    struct SilentTransmitter: Transmitter {
      func send(_ path: String) -> String { "nothing" }
    }

    withOverrideScope {
      transmitter.override(with: SilentTransmitter())
      callBooks.override(with: { owner in SampleCallBook(user: "test \(owner)") })

      #expect(LogModel(owner: .me).summary() == "nothing: sample of test me")
      #expect(LogModel(owner: .nobody).summary() == "nothing: sample of test nobody")
    }

    #expect(LogModel(owner: .me).summary() == "radio.example/log: saved in my-calls")
  }
}
