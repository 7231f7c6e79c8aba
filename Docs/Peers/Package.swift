// swift-tools-version: 6.3
// Measures Vial and other libraries in one program: see README.md, which names the folder that Libraries contains.
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "Peers",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "vial", path: "../..")],
  targets: [
    .target(
      name: "FactoryKit",
      path: "Libraries/Factory/Sources/FactoryKit",
      exclude: ["PrivacyInfo.xcprivacy"],
      packageAccess: false,
      swiftSettings: [.enableExperimentalFeature("StrictConcurrency")]
    ),
    .target(
      name: "Swinject",
      path: "Libraries/Swinject/Sources",
      packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .target(name: "Skein", path: "Libraries/skein-swift/Sources/Skein"),
    .target(
      name: "IssueReportingPackageSupport",
      path: "Libraries/swift-issue-reporting/Sources/IssueReportingPackageSupport"
    ),
    .target(
      name: "IssueReporting",
      dependencies: ["IssueReportingPackageSupport"],
      path: "Libraries/swift-issue-reporting/Sources/IssueReporting"
    ),
    .target(
      name: "XCTestDynamicOverlay",
      dependencies: ["IssueReporting"],
      path: "Libraries/swift-issue-reporting/Sources/XCTestDynamicOverlay"
    ),
    .target(
      name: "ConcurrencyExtras",
      path: "Libraries/swift-concurrency-extras/Sources/ConcurrencyExtras"
    ),
    .target(
      name: "Dependencies",
      dependencies: ["ConcurrencyExtras", "IssueReporting", "XCTestDynamicOverlay"],
      path: "Libraries/swift-dependencies/Sources/Dependencies",
      swiftSettings: features
    ),
    .executableTarget(
      name: "Peers",
      dependencies: ["FactoryKit", "Swinject", "Skein", "Dependencies", .product(name: "Vial", package: "vial")],
      swiftSettings: features
    ),
  ],
  swiftLanguageModes: [.v6]
)
