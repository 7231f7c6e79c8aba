// The compiler places the pointer below in the section of initializers of the test bundle, so the loader calls the function
// when it loads the bundle, on the main thread and before any test. `ProcessWatch.begin()` is also called wherever a test
// uses this module, for a loader that does not call it.

#if canImport(Darwin)
@section("__DATA,__mod_init_func") @used
private let initializer: @convention(c) () -> Void = { MainActor.assumeIsolated { ProcessWatch.begin() } }
#else
@section(".init_array") @used
private let initializer: @convention(c) () -> Void = { MainActor.assumeIsolated { ProcessWatch.begin() } }
#endif
