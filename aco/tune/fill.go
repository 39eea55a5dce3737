package tune

import (
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// Fill returns the options with the unset fields of their kernel configuration taken from another one. A field stays unset if
// the instance or the device cannot use the value: not all metrics have distances from coordinates, for example. It also
// stays unset if the options set another field of the same stage to a different value: the two were not measured together.
func Fill(instance *tsp.Instance, device *pipeline.Device, options classic.Options, from classic.KernelConfig) classic.Options {
	filled := options
	all := axes(pipeline.LimitsOf(device.Info()))
	for _, a := range all {
		if a.unset(from) || !a.unset(options.Kernel) || !agree(all, a.stage, options.Kernel, from) {
			continue
		}
		trial := filled
		a.copy(&trial.Kernel, from)
		if _, err := classic.PlanFor(instance, device, trial); err == nil {
			filled = trial
		}
	}
	return filled
}

// agree reports whether the fields of a stage that are set in one configuration have the same values in the other.
func agree(all []axis, stage string, fixed, other classic.KernelConfig) bool {
	for _, a := range all {
		if a.stage == stage && !a.unset(fixed) && a.value(fixed) != a.value(other) {
			return false
		}
	}
	return true
}

// Describe returns the fields that are set in a configuration, such as "ant_group 64, deposit rows".
func Describe(kernel classic.KernelConfig) string {
	var words []string
	for _, a := range axes(pipeline.Limits{}) {
		if !a.unset(kernel) {
			words = append(words, fmt.Sprintf("%s %s", a.name, a.value(kernel)))
		}
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, ", ")
}
