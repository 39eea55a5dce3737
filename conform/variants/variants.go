// Package variants lists what drivers have to compile: a pass for every pipeline that the recipes make.
package variants

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// All returns a pass for each of the distinct pipelines that recipes make with a device's limits, sorted by Name: those of the
// presets, of all parameters and forms that choose a shader, of what runs without flags, and of merged ants, each for a few numbers
// of cities. It makes recipes only, and takes no memory for instances.
func All(limits pipeline.Limits) ([]pipeline.Pass, error) {
	l := list{limits: limits, known: map[string]pipeline.Pass{}}
	if err := errors.Join(l.colonies(), l.merged()); err != nil {
		return nil, err
	}
	var all []pipeline.Pass
	for _, name := range slices.Sorted(maps.Keys(l.known)) {
		all = append(all, l.known[name])
	}
	return all, nil
}

// Name tells a pass's pipeline from others: the module and its specialization constants.
func Name(p pipeline.Pass) string {
	var b strings.Builder
	b.WriteString(p.Shader.Name)
	for _, c := range p.Shader.Constants {
		fmt.Fprintf(&b, " %s=%d", c.Name, p.Constants[c.Name])
	}
	return b.String()
}

type list struct {
	limits pipeline.Limits
	known  map[string]pipeline.Pass // by Name
}

// add notes the passes of a recipe that was made. One that was refused has none.
func (l *list) add(recording pipeline.Recording, err error) error {
	var refused *problem.Error
	if errors.As(err, &refused) {
		return nil
	}
	for _, pass := range recording.Passes {
		l.known[Name(pass)] = pass
	}
	return err
}
