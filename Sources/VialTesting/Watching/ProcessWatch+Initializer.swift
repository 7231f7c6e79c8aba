import Foundation

// The compiler places the pointer below in the section of initializers of the test bundle, so the loader calls the function
// when it loads the bundle, before any test, and usually on the main thread. `ProcessWatch.begin()` is also called wherever a
// test uses this module, for a loader that does not call it.

#if canImport(Darwin)
@section("__DATA,__mod_init_func") @used
private let initializer: @convention(c) () -> Void = { beginToWatch() }
#else
@section(".init_array") @used
private let initializer: @convention(c) () -> Void = { beginToWatch() }
#endif

/// Another thread that loads the bundle must not wait for the main thread, which may be waiting for the loader.
private func beginToWatch() {
  if Thread.isMainThread { return MainActor.assumeIsolated { ProcessWatch.begin() } }
  Task { @MainActor in ProcessWatch.begin() }
}
