package conform

import (
	"fmt"
	"math/bits"
	"slices"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// stageIterations is the number of iterations of a case compared stage by stage: the second one
// starts from the results of the first.
const stageIterations = 2

// lateIteration is the first iteration of late cases. It takes more than 16 bits, and the history
// has wrapped. In the first iteration MMAS reinforces the best tour so far, in the second it tests
// convergence.
const lateIteration = 69_999

// late returns the case from a late state, on shuffled data.
func (c Case) late() Case {
	c.FirstIteration, c.Shuffled = lateIteration, true
	return c
}

// namedCase is a case of a test. The name appears in the report for whole runs.
type namedCase struct {
	name string
	Case
}

// testCases returns the cases of a full or a quick test: first those compared stage by stage, then
// whole runs. Cases that no device can run are left out.
func testCases(limits pipeline.Limits, quick bool) ([]namedCase, error) {
	stageCases := halfOfAllPairs
	if quick {
		stageCases = oneForEveryShader
	}
	cases, err := stageCases(recipes(), limits)
	if err != nil {
		return nil, err
	}
	var all []namedCase
	for _, c := range cases {
		all = append(all, namedCase{Case: c})
	}
	return append(all, wholeRuns(quick)...), nil
}

// smallInputs returns small and unusual inputs: first for every device, then for one.
func smallInputs(limits pipeline.Limits) []Input { return append(coreInputs(), ownInputs(limits)...) }

// coreInputs returns the inputs of a test on every device, so that reports of two devices have cases
// in common: the fewest cities, numbers of cities near usual sizes of subgroups, every kind, and
// every metric.
func coreInputs() []Input {
	all := uniformInputs(3, 4, 5, 8, 9, 31, 32, 33)
	for _, name := range kindNames() {
		if name != "uniform" && !kinds[name].hard {
			all = append(all, Input{Kind: name, Cities: 49, Seed: 1})
		}
	}
	for _, metric := range metrics {
		all = append(all, Input{Kind: "uniform", Cities: 40, Seed: 1, Metric: metric})
	}
	return all
}

// ownInputs returns the inputs that other devices may not have: numbers of cities near the sizes of
// the device's subgroups and work-groups.
func ownInputs(limits pipeline.Limits) []Input {
	group := 1 << (bits.Len32(limits.GroupSize) - 1)
	var sizes []int
	for _, n := range []int{int(limits.SubgroupSize), group} {
		sizes = append(sizes, n-1, n, n+1)
	}
	slices.Sort(sizes)
	core := coreInputs()
	return slices.DeleteFunc(uniformInputs(slices.Compact(sizes)...), func(input Input) bool {
		return input.Cities < MinCities || slices.Contains(core, input)
	})
}

func uniformInputs(sizes ...int) (all []Input) {
	for _, n := range sizes {
		all = append(all, uniform(n))
	}
	return all
}

func uniform(cities int) Input { return Input{Kind: "uniform", Cities: cities, Seed: 1} }

func clustered(cities int) Input { return Input{Kind: "clustered", Cities: cities, Seed: 1} }

// halfOfAllPairs returns half of all pairs of a recipe and an input, spread evenly over each
// algorithm's recipes on each input, then cases on large inputs. Half of the cases are late.
func halfOfAllPairs(recipes []recipe, limits pipeline.Limits) ([]Case, error) {
	inputs := smallInputs(limits)
	type column struct {
		algorithm classicmodel.Algorithm
		input     int
	}
	var all []Case
	seen := map[column]int{}
	for _, r := range recipes {
		for i, input := range inputs {
			c := r.caseOn(input, stageIterations)
			possible, err := c.possible()
			if err != nil {
				return nil, fmt.Errorf("case %s: %w", c, err)
			}
			if !possible {
				continue
			}
			at := column{c.Algorithm, i}
			seen[at]++
			switch (seen[at] + i) % 4 { // every other recipe, and on the next input the other half
			case 0:
				all = append(all, c)
			case 2:
				all = append(all, c.late())
			}
		}
	}
	return slices.Concat(all, largeCases(), fixedCases(), manyAntsCases(), []Case{tieCase()}, oddCases()), nil
}

// maxQuickCities and maxQuickDispatches, of a pass, keep a quick test quick: where the iterations
// of loops are limited, a local search with an invocation per tour makes a hundred thousand
// dispatches on inputs with large coordinates, and one or two thousand on others.
const (
	maxQuickCities     = 64
	maxQuickDispatches = 10_000
)

// hasManyDispatches reports whether a pass has more dispatches than one of a quick test.
func hasManyDispatches(p pipeline.Pass) bool {
	return p.MaxUnits > 0 && p.Units/p.MaxUnits > maxQuickDispatches
}

// oneForEveryShader returns cases that together use every shader: each one uses a shader that no
// earlier one uses. Half of them are late. A local search has more cities than it examines in a
// round. Then it returns cases on the device's own inputs, cases with fixed edges, the large case
// of merged ants, and cases with odd numbers.
func oneForEveryShader(recipes []recipe, limits pipeline.Limits) ([]Case, error) {
	inputs := coreInputs()
	var all []Case
	used := map[string]bool{}
	for i, r := range recipes {
		for turn := range inputs { // start each recipe with another input
			c := r.caseOn(inputs[(i+turn)%len(inputs)], stageIterations)
			passes, err := c.quickPasses(limits)
			if err != nil {
				return nil, err
			}
			before := len(used)
			for _, pass := range passes {
				used[pass.Shader.Name] = true
			}
			if len(used) == before {
				continue
			}
			if (i+turn)%2 == 1 {
				c = c.late()
			}
			all = append(all, c)
		}
	}
	return slices.Concat(all, ownCases(limits), fixedConstructions(), []Case{largeMerged()}, quickOddCases(), limitCases()), nil
}

// quickPasses returns the passes of a case, none if it is refused or takes too long for a quick
// test, or if a round of its local search examines all cities.
func (c Case) quickPasses(limits pipeline.Limits) ([]pipeline.Pass, error) {
	if c.Parameters.HasLocalSearch() && c.Input.Cities <= classicmodel.CitiesPerRound {
		return nil, nil
	}
	limited := limits
	limited.LoopIterations = pipeline.LeastLoopIterations // so that all devices have the same cases
	if passes, _ := c.passes(limited); slices.ContainsFunc(passes, hasManyDispatches) {
		return nil, nil
	}
	passes, err := c.passes(limits)
	switch {
	case refusal(err) != "":
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("case %s: %w", c, err)
	}
	return passes, nil
}

// ownCases returns a case of each algorithm on each of the device's own inputs that is small.
func ownCases(limits pipeline.Limits) (all []Case) {
	for _, input := range ownInputs(limits) {
		if input.Cities > maxQuickCities {
			continue
		}
		for _, r := range append(statisticsRecipes(), mergedRecipes()[0]) {
			c := r.caseOn(input, stageIterations)
			if possible, err := c.possible(); possible && err == nil {
				all = append(all, c)
			}
		}
	}
	return all
}

const (
	wholeCities     = 70
	wholeIterations = 10
	// wholeSearchIterations is for runs with a local search, which converge early.
	wholeSearchIterations = 2
	// wholeMergedIterations covers the first local search and a round of annealing.
	wholeMergedIterations = 60
)

// wholeRuns returns whole runs of each algorithm with default parameters and, unless the test is
// quick, of the presets and of a population.
func wholeRuns(quick bool) []namedCase {
	classics := []recipe{
		{name: "as", parameters: classicmodel.AntSystem()}, {name: "mmas", parameters: classicmodel.MaxMin()},
		{name: "acs", parameters: withoutRace(classicmodel.AntColonySystem())},
	}
	merged := mergedRecipes()
	if quick {
		merged = merged[:1]
	} else {
		classics = append(classics, presetRecipes(0)...)
	}
	var all []namedCase
	add := func(name string, c Case) {
		c.Whole = true
		all = append(all, namedCase{name, c})
	}
	for _, r := range classics {
		iterations := wholeIterations
		if r.parameters.HasLocalSearch() {
			iterations = wholeSearchIterations
		}
		add(r.name, r.caseOn(Input{Kind: "uniform", Cities: wholeCities, Seed: 2}, iterations))
	}
	if !quick {
		population := recipe{merged: &model.Parameters{Ants: 40, Colonies: 3, Kick: 10, Temperature: 0.2, Noise: 0.4}}
		input := Input{Kind: "clustered", Cities: 3 * wholeCities, Seed: 2}
		add("merged, population", population.caseOn(input, 4*wholeMergedIterations)) // three rounds
	}
	for _, r := range merged {
		if r.large { // whole runs take these shaders by themselves, if the instance is large
			continue
		}
		name := fmt.Sprintf("merged, colonies %d", r.merged.Colonies)
		add(name, r.caseOn(Input{Kind: "uniform", Cities: 5 * wholeCities, Seed: 2}, wholeMergedIterations))
	}
	return all
}

// CasesOf returns the cases of a full or a quick test, compared stage by stage, that run one of
// these modules on a device with these limits.
func CasesOf(modules []string, limits pipeline.Limits, quick bool) ([]Case, error) {
	all, err := testCases(limits, quick)
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, c := range all {
		if c.Whole {
			continue
		}
		passes, err := c.passes(limits)
		if refusal(err) != "" {
			continue
		}
		if err != nil {
			return nil, err
		}
		limits.ChooseShaders(passes)
		if slices.ContainsFunc(passes, func(p pipeline.Pass) bool { return slices.Contains(modules, p.Shader.Name) }) {
			cases = append(cases, c.Case)
		}
	}
	return cases, nil
}
