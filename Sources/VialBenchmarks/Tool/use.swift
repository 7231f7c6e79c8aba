import VialBenchmarksPublished

// Each takes a result from the optimiser's sight; what that takes is a part of both sides.

@MainActor private var taken = 0

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
func use(_ settings: Settings) { taken = settings.limit }
