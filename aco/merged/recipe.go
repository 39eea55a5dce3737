package merged

import (
	"maps"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// stagePasses returns the passes of a stage.
type stagePasses func(m *model.Model, source distanceSource, limits pipeline.Limits) []pipeline.Pass

// passesOf has the passes of every stage.
var passesOf = map[string]stagePasses{
	"ant": antPasses, "claim": claimPasses, "long": longPasses, "rewrite": rewritePasses, "check": checkPasses,
	"keep": keepPasses, "settle": settlePasses,
	importStage: importPasses, gainsStage: gainsPasses, clearStage: clearPasses, exportStage: exportPasses,
}

// Stages are the stages of an iteration, in order.
var Stages = []string{"ant", "claim", "long", "rewrite", "check", "keep", "settle"}

// Recipe returns the recording of an iteration on a model. The caller sets the values kick, scales
// and temperature, which are initially the settings of a descent without kicks, and first_colony.
// Only the state is read back. The error is an *option.Error.
func Recipe(m *model.Model, limits pipeline.Limits) (pipeline.Recording, error) {
	return RecipeOf(m, limits, Stages...)
}

// RecipeOf is Recipe for a list of stages: any of Stages, and import, gains, clear and export,
// which only devices with a common tour have.
func RecipeOf(m *model.Model, limits pipeline.Limits, stages ...string) (pipeline.Recording, error) {
	if err := checkModel(m); err != nil {
		return pipeline.Recording{}, err
	}
	distances, err := distancesOf(m, limits)
	if err != nil {
		return pipeline.Recording{}, err
	}
	var passes []pipeline.Pass
	for _, stage := range stages {
		passes = append(passes, passesOf[stage](m, distances.source, limits)...)
	}
	limits.ChooseShaders(passes)
	distances.setConstants(passes)
	return pipeline.Recording{
		Buffers: buffers(m, &distances, limits, passes), Values: values(m), Passes: passes, Readback: []string{"state"},
	}, nil
}

const (
	// minCities is the least number for which there are fewer claim words than positions: rewrite
	// clears one per position.
	minCities = 8
	// tourWords bounds the words of the tours of all colonies, which have 32-bit indices.
	tourWords = 1 << 32
)

func checkModel(m *model.Model) error {
	n, colonies := uint64(m.Cities), uint64(m.Colonies)
	switch {
	case m.Cities < minCities:
		return option.Errorf("%d cities: a colony of merged ants needs %d", m.Cities, minCities)
	case m.Ants < 1 || m.Ants > model.MaxAnts:
		return option.Errorf("%d ants per colony: use 1 to %d", m.Ants, model.MaxAnts)
	case m.Colonies < 1 || 2*n*colonies >= tourWords:
		return option.Errorf(
			"%d colonies of %d cities: their tours take %d words; use 1 to %d words", m.Colonies, m.Cities,
			2*n*colonies, uint64(tourWords-1),
		)
	case m.Period < 1:
		return option.Errorf("a check every %d iterations: use 1 or more", m.Period)
	}
	return nil
}

// values returns the push constants.
func values(m *model.Model) map[string]uint32 {
	blocks, _ := model.ClaimBlocks(m.Cities)
	seed, seedHigh := philox.SeedWords(m.Seed)
	values := map[string]uint32{
		"cities": uint32(m.Cities), "places": uint32(m.Cities), "pitch": uint32(m.MatrixRows()),
		"ants": uint32(m.Ants), "colonies": uint32(m.Colonies), "first_colony": uint32(m.FirstColony),
		"seed": seed, "seed_high": seedHigh, "gain_shift": m.ClaimShift, "claim_words": blocks, "period": m.Period,
		"target_low": uint32(m.Target), "target_high": uint32(m.Target >> 32), "stall": m.Stall,
	}
	maps.Copy(values, model.Settings{Scales: 1}.PushConstants())
	return values
}

// Stages that only groups have.
const (
	importStage = "import"
	gainsStage  = "gains"
	clearStage  = "clear"
	exportStage = "export"
)

// lastStage is the last stage of an iteration. In a group the stages of the next iteration's ants
// follow.
const lastStage = "settle"

// groupStages are the stages of a device of a group, in order: those that complete an iteration,
// then those that begin the next.
var groupStages = []string{
	importStage, gainsStage, "claim", "long", "rewrite", "check", "keep", "settle", clearStage, "ant", exportStage,
}

// GroupRecipe is like Recipe, for a device that shares the only colony of the model with other
// devices. The ants' changes are copied through the host: a submission takes the
// changes of the other devices, and returns its own.
func GroupRecipe(m *model.Model, limits pipeline.Limits) (pipeline.Recording, error) {
	recording, err := RecipeOf(m, limits, groupStages...)
	recording.Inputs = append(recording.Inputs, "incoming")
	recording.Readback = append(recording.Readback, "exported", "outgoing")
	return recording, err
}

func importPasses(m *model.Model, _ distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{itemPass(importStage, &shaders.MergedImport, m, m.Ants, limits)}
}

var gainsVariants = distanceVariants{
	&shaders.MergedGains, &shaders.MergedGainsCoordinates, &shaders.MergedGainsSpace, &shaders.MergedGainsHaversine,
}

func gainsPasses(m *model.Model, source distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{distancePass(gainsStage, gainsVariants, m, m.Ants, source, limits)}
}

func clearPasses(m *model.Model, _ distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{itemPass(clearStage, &shaders.MergedClear, m, m.Ants, limits)}
}

func exportPasses(m *model.Model, _ distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{itemPass(exportStage, &shaders.MergedExport, m, m.Ants, limits)}
}

// distanceVariants are the shaders of a stage by the source of distances.
type distanceVariants [distanceSources]*shaders.Shader

// setPairs sets the constant NODE_PAIRS of a pass whose shader reads distances from the matrix.
func setPairs(m *model.Model, source distanceSource, pass *pipeline.Pass) {
	switch {
	case source != fromMatrix:
	case m.HasPairs():
		pass.Constants["NODE_PAIRS"] = 1
	default:
		pass.Constants["NODE_PAIRS"] = 0
	}
}

// distancePass returns a pass with an invocation per item of every colony, which reads or computes
// distances.
func distancePass(
	stage string, of distanceVariants, m *model.Model, items int, source distanceSource, limits pipeline.Limits,
) pipeline.Pass {
	pass := itemPass(stage, of[source], m, items, limits)
	setPairs(m, source, &pass)
	return pass
}
