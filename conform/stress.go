package conform

import (
	"iter"
	"math/rand/v2"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

const (
	// Random cases are small: many small cases find more than a few large ones.
	maxStressCities = 300
	maxStressAnts   = 40
	// maxStressIterations is above 10 because MMAS applies some rules every tenth iteration only.
	maxStressIterations = 12
)

// randomCases draws cases until the time is up. Equal seeds draw equal cases.
func randomCases(seed uint64, duration time.Duration) iter.Seq[namedCase] {
	return func(yield func(namedCase) bool) {
		random := rand.New(rand.NewPCG(seed, 0))
		for until := time.Now().Add(duration); time.Now().Before(until); {
			c := randomCase(random)
			if possible, err := c.possible(); err != nil || !possible {
				continue
			}
			if !yield(namedCase{"random", c}) {
				return
			}
		}
	}
}

// randomCase draws a case, which may be invalid.
func randomCase(random *rand.Rand) Case {
	c := Case{Common: Common{
		Input: randomInput(random), Iterations: 1 + random.IntN(1<<random.IntN(4)), Whole: random.IntN(8) == 0,
		Seed: random.Uint64() >> random.IntN(64),
	}}
	c.Iterations = min(c.Iterations, maxStressIterations)
	if !c.Whole && random.IntN(3) == 0 {
		c.FirstIteration = min(random.Uint32()>>random.IntN(32), maxFirstIteration)
	}
	c.Algorithm = pick(random, algorithms)
	if !c.Whole && c.Algorithm != merged.Algorithm && random.IntN(3) == 0 {
		c.Statistics = 1 + random.IntN(3)
	}
	switch c.Algorithm {
	case merged.Algorithm:
		c.Merged = model.Parameters{
			Ants: 1 + random.IntN(5*maxStressAnts), Colonies: 1 + random.IntN(3),
			Candidates: 1 + random.IntN(model.MaxWidth), Kick: 1 + random.IntN(60),
			Temperature: halves(random, 4),
		}
		if c.Merged.Colonies > 1 {
			// Noise has a sequence of its own, so that it changes no other value of a seed.
			c.Merged.Noise = pick(rand.New(rand.NewPCG(c.Seed, 1)), []float64{0, 0.4, 1})
		}
		c.Shuffled = !c.Whole && random.IntN(2) == 0
		c.Large = !c.Whole && random.IntN(4) == 0
	default:
		c.Parameters = classicmodel.Parameters{
			Ants: 1 + random.IntN(maxStressAnts), Alpha: halves(random, 5), Beta: halves(random, 10),
			Rho: pick(random, []float64{0.02, 0.1, 0.25, 0.5, 0.9, 1}),
		}
		realExponents(rand.New(rand.NewPCG(c.Seed, 2)), &c.Parameters)
		c.Shuffled = !c.Whole && rand.New(rand.NewPCG(c.Seed, 4)).IntN(2) == 0
		c.Kernel = randomKernel(random)
		randomParameters[c.Algorithm](random, &c.Parameters)
		if c.Algorithm == classicmodel.AlgorithmACS && !c.Parameters.Synchronous {
			oneAntAtOnce(rand.New(rand.NewPCG(c.Seed, 3)), &c)
		}
		if c.Algorithm == classicmodel.AlgorithmMMAS {
			own := rand.New(rand.NewPCG(c.Seed, 1)) // changes no other value of a seed either
			c.Parameters.LowerLimit = pickOrNone(own, classicmodel.LowerLimits)
			c.Parameters.Renewal = pickOrNone(own, classicmodel.RenewalRules)
			c.Parameters.BestPeriod = pickOrNone(own, classicmodel.BestPeriods)
		}
	}
	c.copyCommon()
	return c
}

// randomInput draws an input; small ones are more likely than large ones.
func randomInput(random *rand.Rand) Input {
	in := Input{
		Kind: pick(random, kindNames()), Cities: MinCities + random.IntN(1+random.IntN(maxStressCities)),
		Seed: random.Int64N(1000),
	}
	if kinds[in.Kind].weight == nil && random.IntN(2) == 0 {
		in.Metric = pick(random, kinds[in.Kind].metrics())
	}
	return in
}

// randomKernel draws a kernel configuration. Most fields are left to the solver's choice.
func randomKernel(random *rand.Rand) classic.KernelConfig {
	f := classic.KernelConfig{
		Mapping: pickOrNone(random, classic.Mappings), Dispatch: pickOrNone(random, classic.Dispatches),
		PrefixSearch: pickOrNone(random, classic.PrefixSearches), Deposit: pickOrNone(random, classic.Deposits),
		Distances: pickOrNone(random, classic.DistanceSources), AntData: pickOrNone(random, classic.AntDataValues),
	}
	if random.IntN(4) == 0 {
		f.AntGroup = 1 << random.IntN(11)
	}
	return f
}

// randomParameters draws the parameters that belong to one algorithm.
var randomParameters = map[classicmodel.Algorithm]func(*rand.Rand, *classicmodel.Parameters){
	classicmodel.AlgorithmAS: func(random *rand.Rand, p *classicmodel.Parameters) {
		p.Selection = pick(random, classicmodel.Selections)
		if p.UsesTrials() && random.IntN(2) == 0 {
			p.Trials = 1 + random.IntN(classicmodel.MaxTrials)
		}
		if p.Selection == classicmodel.SelectHybrid || p.Selection == classicmodel.SelectNear {
			p.Rest = random.IntN(100)
		}
		if p.Selection == classicmodel.SelectTiled {
			p.Tile = 1 + random.IntN(200)
		}
		p.Rule = pickOrNone(random, classicmodel.Rules)
	},
	classicmodel.AlgorithmMMAS: func(random *rand.Rand, p *classicmodel.Parameters) {
		p.Memory = pick(random, maxMinMemories)
		randomLists(random, p)
	},
	classicmodel.AlgorithmACS: func(random *rand.Rand, p *classicmodel.Parameters) {
		p.Memory = pick(random, acsMemories)
		p.Q0, p.LocalRate = new(pick(random, []float64{0, 0.25, 0.9, 1})), new(pick(random, []float64{0, 0.01, 0.1, 1}))
		p.LocalUpdatePeriod = 1 + random.IntN(classicmodel.MaxLocalUpdatePeriod)
		if p.Synchronous = random.IntN(2) == 0; !p.Synchronous {
			p.Ants = 1 // several asynchronous ants would race
		}
		randomLists(random, p)
	},
}

// randomLists draws the parameters of algorithms with candidate lists.
func randomLists(random *rand.Rand, p *classicmodel.Parameters) {
	p.Candidates, p.Colonies = 1+random.IntN(classicmodel.MaxCandidates), 1+random.IntN(3)
	if random.IntN(2) == 0 {
		p.LocalSearch = pick(random, classicmodel.LocalSearches[1:])
		p.LocalSearchAnts = pick(random, classicmodel.LocalSearchAntsValues)
		p.Neighbours = 1 + random.IntN(classicmodel.MaxNeighbours)
	}
}

// oneAntAtOnce gives half of the cases with one ant several ants, one at once, where that exists.
func oneAntAtOnce(random *rand.Rand, c *Case) {
	ants := 1 + random.IntN(maxStressAnts)
	if random.IntN(2) == 0 && (c.Kernel.Dispatch != classic.DispatchOne || c.Parameters.Memory == classicmodel.MemoryMatrix) {
		c.Parameters.Ants, c.Kernel.AntsAtOnce = ants, 1
	}
}

// realExponents replaces the exponents of half of the cases by numbers that are no multiples of
// 0.5. Ant Colony System has only α = 1, so 1 stays.
func realExponents(random *rand.Rand, p *classicmodel.Parameters) {
	alpha, beta := 5*random.Float64(), 10*random.Float64()
	if random.IntN(2) == 0 {
		return
	}
	if p.Beta = beta; p.Alpha != 1 {
		p.Alpha = alpha
	}
}

// halves draws a multiple of 0.5 from 0 to a maximum.
func halves(random *rand.Rand, maximum int) float64 { return float64(random.IntN(2*maximum+1)) / 2 }

// pick draws one of the values.
func pick[T any](random *rand.Rand, of []T) T { return of[random.IntN(len(of))] }

// pickOrNone draws one of the values, or "" two times of three.
func pickOrNone[T ~string](random *rand.Rand, of []T) T {
	if random.IntN(3) > 0 {
		return ""
	}
	return pick(random, of)
}
