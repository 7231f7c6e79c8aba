@testable import VialTesting

// The tests of the core use the global scope on purpose, and are in the same test bundle as this module, so `VialTesting`
// watches them, too. They are exempt from reports about the global scope. The loader of the test bundle calls the function
// before any test.

#if canImport(Darwin)
@section("__DATA,__mod_init_func") @used
private let initializer: @convention(c) () -> Void = { MainActor.assumeIsolated { exemptTestsOfTheCore() } }
#else
@section(".init_array") @used
private let initializer: @convention(c) () -> Void = { MainActor.assumeIsolated { exemptTestsOfTheCore() } }
#endif

@MainActor private func exemptTestsOfTheCore() { TestIdentity.exemptModules.insert("VialTests") }
