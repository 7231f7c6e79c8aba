// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// The example sees no more of the library than the users of the package do.
let worldClock: [Target] = [
  .target(
    name: "WorldClockInterface",
    dependencies: ["Vial"],
    path: "Sources/WorldClock/Interface",
    packageAccess: false,
    swiftSettings: settings
  ),
  .target(
    name: "WorldClockLive",
    dependencies: ["Vial", "WorldClockInterface"],
    path: "Sources/WorldClock/Live",
    packageAccess: false,
    swiftSettings: settings
  ),
  .target(
    name: "WorldClockFakes",
    dependencies: ["Vial", "WorldClockInterface", "WorldClockLive"],
    path: "Sources/WorldClock/Fakes",
    packageAccess: false,
    swiftSettings: settings
  ),
  .target(
    name: "WorldClockFeature",
    dependencies: ["Vial", "WorldClockInterface", "WorldClockLive"],
    path: "Sources/WorldClock/Feature",
    packageAccess: false,
    swiftSettings: settings + [.defaultIsolation(MainActor.self)]
  ),
  .target(
    name: "WorldClockViews",
    dependencies: [
      "Vial", "VialSwiftUI", "WorldClockFakes", "WorldClockFeature", "WorldClockInterface", "WorldClockLive",
    ],
    path: "Sources/WorldClock/Views",
    packageAccess: false,
    swiftSettings: settings + [.defaultIsolation(MainActor.self)]
  ),
  .executableTarget(
    name: "WorldClock",
    dependencies: [
      "Vial", "VialInspection", "WorldClockFeature", "WorldClockInterface", "WorldClockLive",
    ],
    path: "Sources/WorldClock/App",
    packageAccess: false,
    swiftSettings: settings
  ),
  .testTarget(
    name: "WorldClockTests",
    dependencies: [
      "Vial", "VialInspection", "VialTesting", "WorldClock", "WorldClockFakes", "WorldClockFeature",
      "WorldClockInterface", "WorldClockLive",
    ],
    packageAccess: false,
    swiftSettings: settings
  ),
  .testTarget(
    name: "WorldClockSampleTests",
    dependencies: [
      "Vial", "VialTesting", "WorldClock", "WorldClockFakes", "WorldClockFeature", "WorldClockInterface",
      "WorldClockLive",
    ],
    packageAccess: false,
    swiftSettings: settings
  ),
]

let package = Package(
  name: "Vial",
  platforms: [
    .iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16),
  ],
  products: [
    .library(name: "Vial", targets: ["Vial"]),
    .library(name: "VialDynamic", type: .dynamic, targets: ["Vial"]),
    .library(name: "VialInspection", targets: ["VialInspection"]),
    .library(name: "VialTesting", targets: ["VialTesting"]),
    .library(name: "VialSwiftUI", targets: ["VialSwiftUI"]),
    .executable(name: "vial-graph", targets: ["VialGraph"]),
    .plugin(name: "VialGraphPlugin", targets: ["VialGraphPlugin"]),
  ],
  targets: [
    .target(name: "Vial", swiftSettings: settings + [.strictMemorySafety()]),
    .target(name: "VialInspection", dependencies: ["Vial"], swiftSettings: settings),
    .target(name: "VialTesting", dependencies: ["Vial"], swiftSettings: settings),
    .target(
      name: "VialSwiftUI",
      dependencies: ["Vial"],
      packageAccess: false,
      swiftSettings: settings
    ),
    // The index and the sources of any Swift program, so this target names nothing of Vial.
    .target(name: "VialGraphProgram", swiftSettings: settings),
    .executableTarget(
      name: "VialGraph",
      dependencies: ["VialGraphProgram"],
      resources: [
        .embedInCode("Command/Help.txt"), .embedInCode("Reports/Page/Page.html"),
        .embedInCode("Reports/Page/Page.css"), .embedInCode("Reports/Page/Markup.js"),
        .embedInCode("Reports/Page/Graph.js"), .embedInCode("Reports/Page/Layout.js"),
        .embedInCode("Reports/Page/Parts.js"), .embedInCode("Reports/Page/Drawings.js"),
        .embedInCode("Reports/Page/Neighbourhood.js"), .embedInCode("Reports/Page/Timeline.js"),
        .embedInCode("Reports/Page/Overview.js"), .embedInCode("Reports/Page/NodePage.js"),
        .embedInCode("Reports/Page/Pages.js"), .embedInCode("Reports/Page/Search.js"),
        .embedInCode("Reports/Page/Navigation.js"), .embedInCode("Reports/Page/Interaction.js"),
      ],
      swiftSettings: settings
    ),
    .plugin(
      name: "VialGraphPlugin",
      capability: .command(
        intent: .custom(
          verb: "vial-graph",
          description: "Build the package with its tests, and run vial-graph with the index of the build"
        )
      ),
      path: "Sources/VialGraphPlugin",
      packageAccess: false
    ),
    .target(
      name: "VialBenchmarksPublished",
      dependencies: ["Vial"],
      path: "Sources/VialBenchmarks/Published",
      packageAccess: false,
      swiftSettings: settings
    ),
    .executableTarget(
      name: "VialBenchmarks",
      dependencies: ["Vial", "VialBenchmarksPublished", "VialInspection"],
      path: "Sources/VialBenchmarks/Tool",
      packageAccess: false,
      swiftSettings: settings
    ),
    .target(
      name: "MainActorFixture",
      dependencies: ["Vial"],
      path: "Tests/Fixtures/MainActorModule",
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]
    ),
    .target(
      name: "Swift5Fixture",
      dependencies: ["Vial"],
      path: "Tests/Fixtures/Swift5Module",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "VialTests",
      dependencies: ["Vial", "VialInspection", "MainActorFixture", "Swift5Fixture"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VialGraphTests",
      dependencies: ["VialGraph", "VialGraphProgram"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VialTestingTests",
      dependencies: ["Vial", "VialTesting"],
      swiftSettings: settings
    ),
  ] + worldClock,
  swiftLanguageModes: [.v6]
)

// All test targets are linked into one bundle, so `VialTesting`, which begins to watch when a bundle is loaded, also watches
// the tests of the core. With this variable, the package contains only the core and its tests, and nothing watches them.
if Context.environment["VIAL_CORE_TESTS"] != nil {
  let names: Set = ["Vial", "VialInspection", "MainActorFixture", "Swift5Fixture", "VialTests"]
  package.targets.removeAll { !names.contains($0.name) }
  package.products = []
}

// The gate builds and tests with warnings as errors, and so compiles once for both.
if Context.environment["VIAL_WARNINGS_AS_ERRORS"] != nil {
  for target in package.targets { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
