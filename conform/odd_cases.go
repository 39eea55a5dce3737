package conform

import (
	"maps"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/internal/layout"
	"github.com/aco-vk/aco-vk/tsp"
)

// oddSeed has bits in both halves.
const oddSeed = 0x0123_4567_89AB_CDEF

// oddCases returns cases with odd numbers: of cities, ants, trials and tiles, exponents, sizes of
// work-groups, and coordinates whose distances are hard to round.
func oddCases() (all []Case) {
	for _, c := range constructions {
		for _, group := range []int{0, 1, 32, 1024} {
			for _, n := range c.numbers {
				all = append(all, c.caseOf(n, group))
			}
		}
	}
	return slices.Concat(all, depositCases(), parameterCases(), longCases(), distanceCases())
}

// quickOddCases returns a few of them: each construction, and distances in space and on the globe.
func quickOddCases() (all []Case) {
	for i, c := range constructions {
		all = append(all, c.caseOf(c.numbers[i%len(c.numbers)], []int{0, 1, 32, 1024}[i%4]))
	}
	ants := mergedRecipes()[0]
	// Some edges of random tours all over the earth are so long that only the program of float64 operations
	// has their distance.
	for _, input := range []Input{{"earth", 2000, 1, tsp.GEO}, {"earth", 150, 1, tsp.Haversine}} {
		all = append(all, ants.caseOn(input, stageIterations).late())
	}
	return all
}

// limitCases returns small cases that alone reach limits in a quick test: exponents such
// as 1.3, sums of several tiles and flags of more cities than a subgroup reads at once,
// distances at ties of float64 and at the margin of a grid, and numbers of ants with more than 16 bits.
func limitCases() (all []Case) {
	for _, r := range realExponentRecipes() {
		all = append(all, r.caseOn(uniform(40), 1))
	}
	many := mergedAnts(manyMergedAnts, 1, 10).caseOn(uniform(12), 1)
	many.GivenAnts = true
	plane := planarDistances(8)
	return append(all,
		recipe{parameters: antSystem(classicmodel.SelectNear, 2)}.caseOn(uniform(1100), 1),
		plane.shuffled(Input{"halves", 400, 1, tsp.EUC2D}, 1), plane.shuffled(Input{"squares-halfway", 400, 1, tsp.EUC2D}, 1),
		many)
}

// numbers are the cities of an input and the numbers of a selection of Ant System; 0: the default.
type numbers struct{ cities, trials, rest, tile int }

// construction is a selection of Ant System with a kernel configuration.
type construction struct {
	selection classicmodel.Selection
	kernel    classic.KernelConfig
	numbers   []numbers
}

var (
	plainNumbers  = []numbers{{cities: 150}}
	trialNumbers  = []numbers{{150, 1, 0, 0}, {150, 8, 0, 0}, {150, classicmodel.MaxTrials, 0, 0}}
	hybridNumbers = []numbers{{150, 1, 1, 0}, {150, 6, 64, 0}, {150, classicmodel.MaxTrials, 1000, 0}}
	// Lists begin at the first step, later or never.
	nearNumbers = []numbers{
		{150, 0, 0, 0}, {150, 1, 1, 0}, {150, 2, 40, 0}, {150, classicmodel.MaxTrials, 148, 0}, {150, 4, 149, 0},
		{150, 3, 5000, 0}, {33, 0, 0, 0}, {34, 1, 10, 0}, {32, 5, 1, 0}, {3, 1, 1, 0}, {3, 1, 2, 0}, {600, 31, 128, 0},
	}
	// Tiles are smaller and larger than the work-group.
	tiledNumbers = []numbers{
		{150, 0, 0, 1}, {150, 0, 0, 3}, {150, 0, 0, 32}, {150, 0, 0, 50}, {150, 0, 0, 149}, {150, 0, 0, 1000},
	}
)

// constructions are all constructions of Ant System's ants.
var constructions = []construction{
	{classicmodel.SelectScan, classic.KernelConfig{}, plainNumbers},
	{classicmodel.SelectScan, classic.KernelConfig{Mapping: classic.MappingTask}, plainNumbers},
	{classicmodel.SelectScan, classic.KernelConfig{Dispatch: classic.DispatchOne}, plainNumbers},
	{classicmodel.SelectTile, classic.KernelConfig{}, plainNumbers},
	{classicmodel.SelectTrial, classic.KernelConfig{}, trialNumbers},
	{classicmodel.SelectTrial, classic.KernelConfig{PrefixSearch: classic.PrefixSearchKary}, trialNumbers},
	{classicmodel.SelectNear, classic.KernelConfig{}, nearNumbers},
	{classicmodel.SelectCompress, classic.KernelConfig{}, plainNumbers},
	{classicmodel.SelectCursor, classic.KernelConfig{}, plainNumbers},
	{classicmodel.SelectCursor, classic.KernelConfig{Dispatch: classic.DispatchDynamic}, plainNumbers},
	{classicmodel.SelectCursor, classic.KernelConfig{Dispatch: classic.DispatchDynamicCopy}, plainNumbers},
	{classicmodel.SelectCursorTile, classic.KernelConfig{}, plainNumbers},
	{classicmodel.SelectCursorTile, classic.KernelConfig{Dispatch: classic.DispatchBlocks}, plainNumbers},
	{classicmodel.SelectHybrid, classic.KernelConfig{}, hybridNumbers},
	{classicmodel.SelectHybrid, classic.KernelConfig{PrefixSearch: classic.PrefixSearchKary, Dispatch: classic.DispatchBlocks},
		hybridNumbers},
	{classicmodel.SelectIRoulette, classic.KernelConfig{}, plainNumbers},
	{classicmodel.SelectTiled, classic.KernelConfig{}, tiledNumbers},
}

// caseOf returns the case of a construction on shuffled data, in work-groups of the given size; 0:
// the default.
func (c construction) caseOf(n numbers, group int) Case {
	p := antSystem(c.selection, 4*fewAnts)
	p.Trials, p.Rest, p.Tile = n.trials, n.rest, n.tile
	if group == 1024 {
		p.Ants = fewAnts // software devices run the subgroups of a work-group one after the other
	}
	c.kernel.AntGroup = group
	return recipe{parameters: p, kernel: c.kernel}.shuffled(uniform(n.cities), stageIterations)
}

// shuffled returns the case of the recipe on shuffled data, with oddSeed.
func (r recipe) shuffled(input Input, iterations int) Case {
	c := r.caseOn(input, iterations)
	c.Shuffled, c.Seed = true, oddSeed
	c.copyCommon()
	return c
}

// depositCases returns each deposit kernel with sizes around the sizes of tiles, squares and
// work-groups.
func depositCases() (all []Case) {
	for _, size := range []struct{ cities, ants int }{
		{140, 3}, {3, 1}, {5, 300}, {16, 17}, {10, 1600}, {31, 40}, {33, 32}, {70, 9}, {129, 3}, {300, 2},
	} {
		for _, deposit := range classic.Deposits {
			for _, kind := range []string{"uniform", "directed"} {
				if kind == "directed" && slices.Contains(classic.SymmetricDeposits, deposit) {
					continue
				}
				r := recipe{
					parameters: antSystem(classicmodel.SelectScan, size.ants), kernel: classic.KernelConfig{Deposit: deposit},
				}
				all = append(all, r.shuffled(Input{Kind: kind, Cities: size.cities, Seed: 1}, 1))
			}
		}
	}
	return all
}

// parameterCases returns cases with many iterations and odd parameters: exponents, rates, lengths of
// lists, seeds, and all rules of MMAS.
func parameterCases() (all []Case) {
	add := func(p classicmodel.Parameters, kernel classic.KernelConfig, cities, iterations int) {
		c := recipe{parameters: p, kernel: kernel}.caseOn(Input{Kind: "uniform", Cities: cities, Seed: 9}, iterations)
		c.Seed = p.Seed
		c.copyCommon()
		all = append(all, c)
		c.Shuffled = true
		all = append(all, c)
	}
	for _, p := range []classicmodel.Parameters{
		{Ants: 1, Alpha: 0, Beta: 5, Rho: 1, Seed: 1},
		{Ants: 10, Alpha: 0.5, Beta: 0, Rho: 0.1, Seed: 1 << 40},
		{Ants: 90, Alpha: 1.5, Beta: 2.5, Rho: 0.02, Seed: 3},
		{Ants: 45, Alpha: 3, Beta: classicmodel.MaxExponent, Rho: 0.9, Seed: 4},
		{Ants: 45, Alpha: 1.3, Beta: 2.7, Rho: 0.3, Seed: 5},
		{Ants: 1, Alpha: 7.5, Beta: 0.5, Rho: 1e-6, Seed: math.MaxUint64},
		{Ants: 45, Alpha: 9.99, Beta: 0.5, Rho: 0.999, Seed: 6},
		{Ants: 700, Alpha: classicmodel.MaxExponent, Beta: 0.5, Rho: 0.5, Seed: 7}, // more ants than a work-group has invocations
	} {
		p.Algorithm = classicmodel.AlgorithmAS
		add(p, classic.KernelConfig{}, 45, 12)
	}
	for _, memory := range maxMinMemories {
		for i, p := range []classicmodel.Parameters{
			{Ants: 1, Alpha: 0, Beta: 5, Rho: 1, Seed: 1, Candidates: 1},
			{Ants: 9, Alpha: 0.5, Beta: 0, Rho: 0.1, Seed: 1 << 40, Candidates: 2, LocalSearch: classicmodel.Search2Opt, Neighbours: 10},
			{Ants: 33, Alpha: 1.3, Beta: 2.7, Rho: 1e-6, Seed: 3, Candidates: classicmodel.MaxCandidates},
			{Ants: 5, Alpha: classicmodel.MaxExponent, Beta: classicmodel.MaxExponent, Rho: 0.5, Seed: math.MaxUint64, Candidates: 7},
			{Ants: 17, Alpha: 0.001, Beta: 7.5, Rho: 0.02, Seed: oddSeed, Candidates: 20, Colonies: 2},
			{Ants: 17, Alpha: 1.5, Beta: 1, Rho: 0.02, Seed: oddSeed, Candidates: 4, Colonies: 2},
		} {
			p.Algorithm, p.Memory = classicmodel.AlgorithmMMAS, memory
			add(p, classic.KernelConfig{AntGroup: []int{0, 1, 1024}[i%3]}, 45, 6)
		}
	}
	for i, renewal := range classicmodel.RenewalRules {
		for j, period := range classicmodel.BestPeriods {
			for k, limit := range classicmodel.LowerLimits {
				p := classicmodel.Published(classicmodel.AlgorithmMMAS, classicmodel.LocalSearches[(i+j+k)%2])
				// With few cities and a large ρ trails converge and are renewed.
				p.Renewal, p.BestPeriod, p.LowerLimit, p.Rho, p.Ants, p.Colonies = renewal, period, limit, 0.5, 10, 3
				add(p, classic.KernelConfig{}, 9, 40)
			}
		}
	}
	for i, memory := range acsMemories {
		for j, candidates := range []int{1, 5, classicmodel.MaxCandidates} {
			for k, q0 := range []float64{0, 0.5, 0.9, 1} {
				p := classicmodel.AntColonySystem()
				p.Memory, p.Candidates, p.Q0, p.Colonies = memory, candidates, new(q0), 1+k%2
				p.Rho, p.LocalRate = []float64{0.4, 1e-6, 1}[j], new([]float64{0.3, 0, 1, 0.01}[(j+k)%4])
				p.LocalUpdatePeriod, p.Beta = 1+(i+j)%2, []float64{3, 2.7}[k%2]
				p.Synchronous, p.Ants = (i+j+k)%2 == 0, 40
				kernel := classic.KernelConfig{AntGroup: []int{0, 1, 1024}[(j+k)%3]}
				if !p.Synchronous {
					kernel.AntsAtOnce = 1
				}
				if k > 1 {
					p.LocalSearch, p.LocalSearchAnts, p.Neighbours = classicmodel.Search2OptOr, classicmodel.LocalSearchBestAnt, 9
				}
				add(p, kernel, 33, 4)
			}
		}
	}
	return all
}

// longCases returns cases whose tours take more loop iterations than some drivers allow in a dispatch:
// several dispatches make them. Sums of their lengths have more than 32 bits in each invocation.
func longCases() (all []Case) {
	add := func(r recipe, kind string, cities int) {
		r.parameters.Ants = 2
		r.parameters = withoutRace(r.parameters)
		all = append(all, r.caseOn(Input{Kind: kind, Cities: cities, Seed: 1}, 1))
	}
	for _, c := range constructions {
		cities := 1000
		if c.selection == classicmodel.SelectNear {
			cities = 2000 // its steps take fewer loop iterations
		}
		add(recipe{parameters: antSystem(c.selection, 0), kernel: c.kernel}, "uniform", cities)
	}
	for _, data := range []classic.KernelConfig{{}, {AntData: classic.AntDataDevice}, {Mapping: classic.MappingTask}} {
		for _, memory := range maxMinMemories {
			add(recipe{parameters: maxMin(memory, 0), kernel: data}, "uniform", 1500)
		}
	}
	for _, r := range acsRecipes() {
		r.parameters.Colonies, r.parameters.Candidates = 1, 2 // ants often visit all of them and read the other cities
		if r.kernel.Distances != classic.DistancesCoordinates {
			add(r, "uniform", 1500)
		}
	}
	add(recipe{parameters: antSystem(classicmodel.SelectScan, 0)}, "huge", 1537)
	return all
}

// distanceCases returns cases on inputs whose distances are hard to round: Ant System evaluates random
// tours in the plane, merged ants search in space and on the globe. On llvmpipe ants compute wrong
// distances where most need the program of float64 operations, so the inputs in space have few of these.
func distanceCases() (all []Case) {
	plane := planarDistances(32)
	for _, name := range append(slices.Sorted(maps.Keys(layout.Planar)), "decimals", "far") {
		for _, metric := range distance.PlanarMetrics() {
			all = append(all, plane.shuffled(Input{name, 400, 1, metric}, 1))
		}
	}
	for i, name := range slices.Concat(slices.Sorted(maps.Keys(layout.Space)), slices.Sorted(maps.Keys(layout.Globe))) {
		r := mergedRecipes()[i%2]
		all = append(all, r.caseOn(Input{Kind: name, Cities: 300, Seed: 1}, stageIterations).late())
	}
	ants := mergedRecipes()[0]
	return append(all, ants.caseOn(Input{"earth", 300, 1, tsp.Haversine}, stageIterations).late())
}

// planarDistances returns Ant System with distances from coordinates.
func planarDistances(ants int) recipe {
	return recipe{
		parameters: antSystem(classicmodel.SelectScan, ants),
		kernel:     classic.KernelConfig{Distances: classic.DistancesCoordinates},
	}
}
