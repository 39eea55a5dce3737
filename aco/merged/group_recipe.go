package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// Stages that only groups have.
const (
	importStage = "import"
	gainsStage  = "gains"
	clearStage  = "clear"
	exportStage = "export"
)

// lastStage is the last stage of an iteration. In a group the stages of the next iteration's ants follow.
const lastStage = "settle"

// groupStages are the stages of a device of a group, in order: those that complete an iteration, then those that begin the next.
var groupStages = []string{
	importStage, gainsStage, "claim", "long", "rewrite", "check", "keep", "settle", clearStage, "ant", exportStage,
}

// GroupRecipe is like Recipe, for a device that shares the only colony of the model with other devices. The ants' changes are copied through
// the host: a submission takes those of the other devices' ants, and returns those of its own.
func GroupRecipe(m *model.Model, limits pipeline.Limits) (pipeline.Recording, error) {
	recording, err := RecipeOf(m, limits, groupStages...)
	recording.Inputs = append(recording.Inputs, "incoming")
	recording.Readback = append(recording.Readback, "exported", "outgoing")
	return recording, err
}

func importPasses(m *model.Model, _ distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{itemPass(importStage, &shaders.MergedImport, m, m.Ants, limits)}
}

var gainsVariants = distanceVariants{&shaders.MergedGains, &shaders.MergedGainsCoordinates, &shaders.MergedGainsSpace, &shaders.MergedGainsHaversine}

func gainsPasses(m *model.Model, source distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{distancePass(gainsStage, gainsVariants, m, m.Ants, source, limits)}
}

func clearPasses(m *model.Model, _ distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{itemPass(clearStage, &shaders.MergedClear, m, m.Ants, limits)}
}

func exportPasses(m *model.Model, _ distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{itemPass(exportStage, &shaders.MergedExport, m, m.Ants, limits)}
}
