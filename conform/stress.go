package conform

import (
	"iter"
	"math/rand/v2"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// stressCities bounds the cities of a case that is made up: many small ones find more than a few large ones.
	stressCities = 300
	stressAnts   = 40
	// stressLasts are the iterations of a case that is made up: some rules of MMAS hold at every tenth only.
	stressLasts = 12
)

// stress makes up cases, the same by the same seed, until the time is up.
func stress(seed uint64, duration time.Duration) iter.Seq[job] {
	return func(yield func(job) bool) {
		random := rand.New(rand.NewPCG(seed, 0))
		for until := time.Now().Add(duration); time.Now().Before(until); {
			c := anyCase(random)
			if possible, err := c.possible(); err != nil || !possible {
				continue
			}
			if !yield(job{"made up", c}) {
				return
			}
		}
	}
}

// anyCase makes up a case, which may be one that nothing can run.
func anyCase(random *rand.Rand) Case {
	c := Case{Common: Common{
		Input: anyInput(random), Iterations: 1 + random.IntN(1<<random.IntN(4)), Whole: random.IntN(8) == 0, Seed: random.Uint64() >> random.IntN(64),
	}}
	c.Iterations = min(c.Iterations, stressLasts)
	c.Algorithm = pick(random, append([]problem.Algorithm{AlgorithmMerged}, problem.Algorithms...))
	switch c.Algorithm {
	case AlgorithmMerged:
		c.Merged = model.Parameters{
			Ants: 1 + random.IntN(5*stressAnts), Colonies: 1 + random.IntN(3), Candidates: 1 + random.IntN(model.MaxWidth), Kick: 1 + random.IntN(60),
			Temperature: halves(random, 4), Pheromone: pick(random, model.Pheromones),
		}
		if random.IntN(3) == 0 {
			c.Merged.Windows = c.Merged.Colonies
		}
	default:
		c.Parameters = problem.Parameters{
			Ants: 1 + random.IntN(stressAnts), Alpha: halves(random, 5), Beta: halves(random, 10), Rho: pick(random, []float64{0.02, 0.1, 0.25, 0.5, 0.9, 1}),
		}
		c.Kernel = anyForm(random)
		anyOf[c.Algorithm](random, &c.Parameters)
	}
	c.adopt()
	return c
}

func anyInput(random *rand.Rand) Input {
	in := Input{Kind: pick(random, kindNames()), Cities: tsp.MinCities + random.IntN(1+random.IntN(stressCities)), Seed: random.Int64N(1000)}
	if kinds[in.Kind].weight == nil && random.IntN(2) == 0 {
		in.Metric = pick(random, planeMetrics)
	}
	return in
}

// anyForm leaves most axes to the program.
func anyForm(random *rand.Rand) classic.KernelConfig {
	f := classic.KernelConfig{
		Mapping: some(random, classic.Mappings), Dispatch: some(random, classic.Dispatches), PrefixSearch: some(random, classic.PrefixSearches), Deposit: some(random, classic.Deposits),
		Distances: some(random, classic.DistanceSources), AntData: some(random, classic.AntDataForms),
	}
	if random.IntN(4) == 0 {
		f.AntGroup = 1 << random.IntN(11)
	}
	return f
}

// anyOf draws what belongs to an algorithm.
var anyOf = map[problem.Algorithm]func(*rand.Rand, *problem.Parameters){
	problem.AlgorithmAS: func(random *rand.Rand, p *problem.Parameters) {
		p.Selection = pick(random, problem.Selections)
		if p.Selection.UsesTrials() && random.IntN(2) == 0 {
			p.Trials = 1 + random.IntN(problem.MaxTrials)
		}
		if p.Selection == problem.SelectHybrid || p.Selection == problem.SelectNear {
			p.Rest = random.IntN(100)
		}
		if p.Selection == problem.SelectTiled {
			p.Tile = 1 + random.IntN(200)
		}
	},
	problem.AlgorithmMMAS: func(random *rand.Rand, p *problem.Parameters) {
		p.Memory = pick(random, []problem.Memory{problem.MemoryMatrix, problem.MemoryCandidates})
		anyLists(random, p)
	},
	problem.AlgorithmACS: func(random *rand.Rand, p *problem.Parameters) {
		p.Memory = pick(random, []problem.Memory{problem.MemoryMatrix, problem.MemorySelective})
		p.Q0, p.LocalRate = pick(random, []float64{0, 0.25, 0.9, 1}), pick(random, []float64{0.01, 0.1, 1})
		p.LocalUpdatePeriod = 1 + random.IntN(problem.MaxLocalUpdatePeriod)
		if p.Synchronous = random.IntN(2) == 0; !p.Synchronous {
			p.Ants = 1 // more would race
		}
		anyLists(random, p)
	},
}

// anyLists draws what algorithms with candidate lists have.
func anyLists(random *rand.Rand, p *problem.Parameters) {
	p.Candidates, p.Colonies = 1+random.IntN(problem.MaxCandidates), 1+random.IntN(3)
	if random.IntN(2) == 0 {
		p.LocalSearch, p.LocalSearchAnts = pick(random, problem.LocalSearches[1:]), pick(random, problem.LocalSearchAntsValues)
		p.Neighbours = 1 + random.IntN(problem.MaxNeighbours)
	}
}

// halves draws a multiple of a half up to a bound.
func halves(random *rand.Rand, most int) float64 { return float64(random.IntN(2*most+1)) / 2 }

func pick[T any](random *rand.Rand, of []T) T { return of[random.IntN(len(of))] }

// some is one of the values, or more often none.
func some[T ~string](random *rand.Rand, of []T) T {
	if random.IntN(3) > 0 {
		return ""
	}
	return pick(random, of)
}
