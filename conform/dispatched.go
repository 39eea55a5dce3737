package conform

import (
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/variants"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Dispatched is a pipeline that ran in the stage of a problem.
type Dispatched struct {
	Module    string            `json:"module"`
	Constants map[string]uint32 `json:"constants"` // specialization constants; GROUP_SIZE is the size of a work-group
	Pipeline  string            `json:"pipeline"`  // both as text, as in Crash
	// Slices has the first unit and the number of units of each dispatch, at most maxSlices.
	// Dispatches counts all.
	Dispatches int         `json:"dispatches"`
	Slices     [][2]uint32 `json:"slices"`
}

// maxSlices is the number of dispatches that a Dispatched lists.
const maxSlices = 100

// dispatched returns the pipelines that ran in slices of passes on a device and may have written the
// first wrong word: all that ran if there is none, or if none of them writes its buffer.
func dispatched(
	info *vk.Info, passes []pipeline.Pass, ran []pipeline.Slice, difference *lockstep.Difference,
) []Dispatched {
	var all, writing []Dispatched
	for i, p := range passes {
		p = p.Compiled(info)
		d := Dispatched{Module: p.Shader.Name, Constants: p.Constants, Pipeline: variants.Name(p)}
		for _, s := range ran {
			if s.Pass <= i && i < pipeline.LoopEnd(passes, s.Pass) {
				d.Dispatches++
				if len(d.Slices) < maxSlices {
					d.Slices = append(d.Slices, [2]uint32{p.FirstUnit + s.First, s.Count})
				}
			}
		}
		if d.Dispatches == 0 {
			continue
		}
		all = append(all, d)
		if difference != nil && writes(p, difference.Buffer) {
			writing = append(writing, d)
		}
	}
	if len(writing) > 0 {
		return writing
	}
	return all
}

// writes reports whether a pass writes a buffer.
func writes(p pipeline.Pass, buffer string) bool {
	for _, b := range p.Shader.Bindings {
		if b.Name == buffer {
			return b.Writes
		}
	}
	return false
}

// maxPrintedSlices is the number of slices in a text.
const maxPrintedSlices = 8

// String returns the pipeline and its first slices, as ranges of units.
func (d Dispatched) String() string {
	var ranges []string
	for _, s := range d.Slices[:min(len(d.Slices), maxPrintedSlices)] {
		ranges = append(ranges, fmt.Sprintf("%d to %d", s[0], s[0]+s[1]-1))
	}
	if d.Dispatches > len(ranges) {
		ranges = append(ranges, fmt.Sprintf("%d more", d.Dispatches-len(ranges)))
	}
	return fmt.Sprintf("%s: units %s", d.Pipeline, strings.Join(ranges, ", "))
}
