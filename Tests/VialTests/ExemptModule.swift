@testable import VialTesting

// The tests of this module use the global scope on purpose, so the module is exempt from reports about it. The loader of the
// test bundle calls the function before any test.

#if canImport(Darwin)
@section("__DATA,__mod_init_func") @used
private let initializer: @convention(c) () -> Void = { MainActor.assumeIsolated { exemptModule() } }
#else
@section(".init_array") @used
private let initializer: @convention(c) () -> Void = { MainActor.assumeIsolated { exemptModule() } }
#endif

@MainActor private func exemptModule() { ProcessWatch.exemptModules.insert("VialTests") }
