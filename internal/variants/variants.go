// Package variants lists the pipelines that drivers have to compile. A variant is a shader module with values for its specialization
// constants.
package variants

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/pipeline"
)

// All returns one pass for each distinct pipeline of all algorithms on a device with these limits, sorted by Name. It covers the presets,
// the default parameters, and every parameter and kernel configuration that selects a shader, each for a few numbers of cities.
func All(limits pipeline.Limits) ([]pipeline.Pass, error) {
	l := list{limits: limits, passes: map[string]pipeline.Pass{}}
	if err := errors.Join(l.addClassic(), l.addMerged()); err != nil {
		return nil, err
	}
	var all []pipeline.Pass
	for _, name := range slices.Sorted(maps.Keys(l.passes)) {
		all = append(all, l.passes[name])
	}
	return all, nil
}

// Name returns a unique name of a pass's pipeline: the module and its specialization constants.
func Name(p pipeline.Pass) string {
	var b strings.Builder
	b.WriteString(p.Shader.Name)
	for _, c := range p.Shader.Constants {
		fmt.Fprintf(&b, " %s=%d", c.Name, p.Constants[c.Name])
	}
	return b.String()
}

// list collects the passes for one device.
type list struct {
	limits pipeline.Limits
	passes map[string]pipeline.Pass // by Name
}

// add adds the passes of a recording. A refused recipe has none.
func (l *list) add(recording pipeline.Recording, err error) error {
	var refused *option.Error
	if errors.As(err, &refused) {
		return nil
	}
	for _, pass := range recording.Passes {
		l.passes[Name(pass)] = pass
	}
	return err
}
