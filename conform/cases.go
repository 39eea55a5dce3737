package conform

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// stageIterations are those of a case that is compared stage by stage: the second shows what the first left.
const stageIterations = 2

// inputs are small and awkward: the fewest cities, sizes around a device's subgroups and work-groups, equal, zero and huge distances,
// clusters, directions, and every metric that devices compute.
func inputs(limits pipeline.Limits) []Input {
	group := 1 << (bits.Len32(limits.GroupSize) - 1)
	sizes := []int{3, 4, 5, 8, 9}
	for _, n := range []int{int(limits.SubgroupSize), group} {
		sizes = append(sizes, n-1, n, n+1)
	}
	slices.Sort(sizes)
	var all []Input
	for _, n := range slices.Compact(sizes) {
		if n >= tsp.MinCities {
			all = append(all, Input{Kind: "uniform", Cities: n, Seed: 1})
		}
	}
	for _, name := range kindNames() {
		if name != "uniform" {
			all = append(all, Input{Kind: name, Cities: 49, Seed: 1})
		}
	}
	for _, metric := range planeMetrics {
		all = append(all, Input{Kind: "uniform", Cities: 40, Seed: 1, Metric: metric})
	}
	return all
}

// job is a case of a test. Whole runs have a name.
type job struct {
	name string
	Case
}

// plan lists the cases of a test: stages first, then whole runs. What can be on no device is left out.
func plan(limits pipeline.Limits, quick bool) ([]job, error) {
	choose := half
	if quick {
		choose = everyModule
	}
	all, err := choose(recipes(), inputs(limits), limits)
	if err != nil {
		return nil, err
	}
	return append(all, wholeRuns(quick)...), nil
}

// half takes half of all recipes on all inputs, of each algorithm on each input, and large inputs for some recipes.
func half(recipes []recipe, inputs []Input, _ pipeline.Limits) ([]job, error) {
	var all []job
	type column struct {
		algorithm problem.Algorithm
		input     int
	}
	seen := map[column]int{}
	for _, r := range recipes {
		for i, input := range inputs {
			c := r.on(input, stageIterations)
			possible, err := c.possible()
			if err != nil {
				return nil, fmt.Errorf("case %s: %w", c, err)
			}
			if !possible {
				continue
			}
			at := column{c.Algorithm, i}
			if seen[at]++; (seen[at]+i)%2 == 0 { // every other recipe, of the next input the others
				all = append(all, job{Case: c})
			}
		}
	}
	for _, r := range largeRecipes() {
		all = append(all, job{Case: r.on(Input{Kind: "clustered", Cities: r.cities, Seed: 1}, 1)})
	}
	return append(all, job{Case: tied().on(Input{Kind: "grid", Cities: 225, Seed: 1}, stageIterations)}), nil
}

// everyModule takes the recipes on inputs that bring a shader which none before them has.
func everyModule(recipes []recipe, inputs []Input, limits pipeline.Limits) ([]job, error) {
	const most = 64 // cities of an input of a quick test
	inputs = slices.DeleteFunc(inputs, func(input Input) bool { return input.Cities > most })
	var all []job
	have := map[string]bool{}
	for i, r := range recipes {
		for turn := range inputs { // each recipe begins with another
			c := r.on(inputs[(i+turn)%len(inputs)], stageIterations)
			passes, err := c.passes(limits)
			if refusal(err) != "" {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("case %s: %w", c, err)
			}
			before := len(have)
			for _, pass := range passes {
				have[pass.Shader.Name] = true
			}
			if len(have) > before {
				all = append(all, job{Case: c})
			}
		}
	}
	return all, nil
}
