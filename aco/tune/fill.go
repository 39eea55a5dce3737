package tune

import (
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// Fill returns the options with the axes that their form leaves open taken from another form. An axis is left open where the
// instance or the device refuses it: distances from coordinates, for one, are of some metrics only. So are the axes of a stage
// of which the options fix one otherwise: the others were not measured with it.
func Fill(instance *tsp.Instance, device *pipeline.Device, options classic.Options, from classic.KernelConfig) classic.Options {
	filled := options
	all := axes(pipeline.LimitsOf(device.Info()))
	for _, a := range all {
		if a.open(from) || !a.open(options.Kernel) || !agree(all, a.stage, options.Kernel, from) {
			continue
		}
		trial := filled
		a.take(&trial.Kernel, from)
		if _, err := classic.PlanFor(instance, device, trial); err == nil {
			filled = trial
		}
	}
	return filled
}

// agree says whether the axes of a stage that a form fixes are so in another form too.
func agree(all []axis, stage string, fixed, other classic.KernelConfig) bool {
	for _, a := range all {
		if a.stage == stage && !a.open(fixed) && a.value(fixed) != a.value(other) {
			return false
		}
	}
	return true
}

// Describe writes a form's choices for people: "ant_group 64, deposit rows".
func Describe(form classic.KernelConfig) string {
	var words []string
	for _, a := range axes(pipeline.Limits{}) {
		if !a.open(form) {
			words = append(words, fmt.Sprintf("%s %s", a.name, a.value(form)))
		}
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, ", ")
}
