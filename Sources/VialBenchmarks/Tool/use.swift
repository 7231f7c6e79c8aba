import VialBenchmarksPublished

// Prevents the optimizer from removing an operation whose result is unused. Both sides of a row include the cost.

@MainActor private var limit = 0

@MainActor
@inline(never)
@_optimize(none)
func use(_ service: any Service) { service.serve() }

@MainActor
@inline(never)
@_optimize(none)
func use(_ service: LiveService) { service.serve() }

@MainActor
@inline(never)
@_optimize(none)
func use(_ settings: Settings) { limit = settings.limit }
