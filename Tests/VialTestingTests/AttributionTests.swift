import Testing

@testable import Vial
@testable import VialTesting

/// The rules that combine several tests, and what identifies a test.
@MainActor struct AttributionTests {
  @Test(arguments: [
    (LiveUse.allowed, LiveUse.allowed, LiveUse.allowed), (.allowed, .warns, .warns), (.allowed, .fails, .warns),
    (.warns, .fails, .warns), (.fails, .fails, .fails), (.fails, .stops, .fails), (.stops, .stops, .stops),
  ])
  func useOfSeveralTestsIsAFailureOnlyIfItIsOneForEach(mildest: LiveUse, strictest: LiveUse, combined: LiveUse) {
    expectEqual(LiveUse.combined(mildest, strictest), combined)
  }

  @Test func casesOfXCTestWithTheSameNameInTwoModulesAreDifferentTests() {
    let first = TestIdentity(xctest: "ModelTests.testLoads", module: "FirstTests")
    let second = TestIdentity(xctest: "ModelTests.testLoads", module: "SecondTests")

    expect(first != second)
    expectEqual(first, TestIdentity(xctest: "ModelTests.testLoads", module: "FirstTests"))
  }

  @Test func exitTestIsInAnyModuleOfTests() {
    expect(TestIdentity.exitTest.isIn("AppTests"))
    expect(!TestIdentity.exitTest.isIn("App"))
  }

  @Test func placeWithoutAModuleIsWellFormed() {
    expectEqual(CallLocation(fileID: "x", filePath: "x", line: UInt(0)).module, "x")
    expect(CallLocation.unknown.fileID.contains("/"))
  }

  @Test func moduleIsReadFromAMangledName() {
    expectEqual(Caller.module(ofMangledName: "$s3App5ModelC4loadyyF"), "App")
    expectEqual(Caller.module(ofMangledName: "_$s13WeatherModule4loadyyF"), "WeatherModule")
    expect(Caller.module(ofMangledName: "main") == nil)
    expect(Caller.module(ofMangledName: "$sSo3App") == nil)
  }
}
