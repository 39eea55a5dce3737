// Package variants lists the pipelines that drivers have to compile. A variant is a shader module
// with values for its specialization constants.
package variants

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// All returns one pass for each distinct pipeline of all algorithms on a device with these limits,
// sorted by Name. It covers the presets, the default parameters, and every parameter and kernel
// configuration that selects a shader, each for a few numbers of cities.
func All(limits pipeline.Limits) ([]pipeline.Pass, error) {
	l := list{limits: limits, passes: map[string]pipeline.Pass{}}
	for _, cities := range sizes {
		all, err := instances(cities)
		if err != nil {
			return nil, err
		}
		for _, instance := range all {
			l.addClassic(instance)
			l.addMerged(instance)
		}
	}
	if l.err != nil {
		return nil, l.err
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
	err    error                    // the first one
}

// fails reports whether parameters or a recipe have an error, and keeps it unless it is a refusal.
func (l *list) fails(err error) bool {
	if _, refused := errors.AsType[*option.Error](err); !refused {
		l.err = cmp.Or(l.err, err)
	}
	return err != nil
}

// add adds the passes of a recording.
func (l *list) add(recording pipeline.Recording, err error) {
	if l.fails(err) {
		return
	}
	for _, pass := range recording.Passes {
		l.passes[Name(pass)] = pass
	}
}

// setting is a value of a specialization constant in a module, or in any module if module is "".
type setting struct {
	module, constant string
	value            uint32
}

// Cover chooses a small subset of passes, for compilers that take seconds per pipeline. The subset
// contains every value of each specialization constant in some module, and the smallest and
// largest value of each constant in every module. It is found greedily.
func Cover(passes []pipeline.Pass) (chosen []pipeline.Pass) {
	all := make([][]setting, len(passes))
	for i, p := range passes {
		all[i] = settings(p)
	}
	missing := map[setting]bool{}
	smallest, largest := extremes(all)
	for _, of := range all {
		for _, s := range of {
			in := setting{s.module, s.constant, 0}
			missing[s] = s.module == "" || s.value == smallest[in] || s.value == largest[in]
		}
	}
	for {
		best, gain := 0, 0
		for i, of := range all {
			if len(of) <= gain {
				continue
			}
			if n := count(of, missing); n > gain {
				best, gain = i, n
			}
		}
		if gain == 0 {
			return chosen
		}
		chosen = append(chosen, passes[best])
		for _, s := range all[best] {
			missing[s] = false
		}
	}
}

// extremes returns the smallest and the largest value of each constant. The keys have value 0.
func extremes(all [][]setting) (smallest, largest map[setting]uint32) {
	smallest, largest = map[setting]uint32{}, map[setting]uint32{}
	for _, s := range slices.Concat(all...) {
		in := setting{s.module, s.constant, 0}
		if v, known := smallest[in]; !known || s.value < v {
			smallest[in] = s.value
		}
		largest[in] = max(largest[in], s.value)
	}
	return smallest, largest
}

// settings returns the settings of a pass, each for its module and for any module.
func settings(p pipeline.Pass) (all []setting) {
	for _, c := range p.Shader.Constants {
		value := p.Constants[c.Name]
		all = append(all, setting{p.Shader.Name, c.Name, value}, setting{"", c.Name, value})
	}
	return all
}

// count counts the settings that are set in a map.
func count(settings []setting, in map[setting]bool) (n int) {
	for _, s := range settings {
		if in[s] {
			n++
		}
	}
	return n
}
