package pipeline

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders"
)

// Recording is one iteration of an algorithm as a value.
type Recording struct {
	Buffers  []Buffer
	Values   map[string]uint32 // push constants by name; first and count are set for each slice
	Passes   []Pass
	Readback []string // buffers that are copied to the host at the end of every submission
}

// Buffer is device memory under the name that the shaders know it by.
type Buffer struct {
	Name  string
	Words uint64 // of 32 bits
}

// Bytes returns the buffer's size.
func (b Buffer) Bytes() uint64 { return 4 * b.Words }

// Pass runs one stage over its units.
type Pass struct {
	Stage         string // its name in timings
	Shader        *shaders.Shader
	Constants     map[string]uint32 // specialization constants by name
	Units         uint32            // rows, steps or ants: a pass can be cut between any two of them
	FirstUnit     uint32            // number of the first one, as the shader counts them
	Groups        uint32            // work-groups of every dispatch; 0: one for each unit
	MaxUnits      uint32            // most units of one dispatch; 0: no limit
	CheapUnits    uint32            // units at the beginning that cost next to nothing, and say nothing of the others
	CostDecreases bool              // units cost less the later they come, in the end next to nothing: what is left of a search
	// Loop, if not 0, makes consecutive passes with the same one take turns, a unit each and a dispatch for it. They have the same
	// units. The first of them stands for all where an iteration is cut.
	Loop int
}

// Slice is a part of a pass: one dispatch, or in a loop one for each unit and pass.
type Slice struct {
	Pass         int
	First, Count uint32 // units of the pass
}

// The push constants that tell a dispatch its slice.
const (
	pushFirst = "first"
	pushCount = "count"
)

// GroupSize is the specialization constant that every stage has: invocations of a work-group.
const GroupSize = "GROUP_SIZE"

// Validate checks that every name a shader asks for is there and that nothing is there twice or in vain.
func (r *Recording) Validate() error {
	sizes := map[string]uint64{}
	for _, b := range r.Buffers {
		if _, twice := sizes[b.Name]; twice || b.Words == 0 {
			return fmt.Errorf("recording: buffer %q is there twice or empty", b.Name)
		}
		sizes[b.Name] = b.Words
	}
	used := map[string]bool{}
	for i := range r.Passes {
		if err := r.Passes[i].validate(r, sizes, used); err != nil {
			return fmt.Errorf("recording: stage %s: %w", r.Passes[i].Stage, err)
		}
	}
	for head := 0; head < len(r.Passes); head = LoopEnd(r.Passes, head) {
		for _, p := range r.Passes[head+1 : LoopEnd(r.Passes, head)] {
			if p.Units != r.Passes[head].Units || p.Stage != r.Passes[head].Stage {
				return fmt.Errorf("recording: stage %s: the passes of a loop differ in their units or stages", p.Stage)
			}
		}
	}
	for name := range sizes {
		if !used[name] {
			return fmt.Errorf("recording: no stage uses buffer %q", name)
		}
	}
	for _, name := range r.Readback {
		if _, ok := sizes[name]; !ok {
			return fmt.Errorf("recording: there is no buffer %q to report", name)
		}
	}
	return nil
}

func (p *Pass) validate(r *Recording, sizes map[string]uint64, used map[string]bool) error {
	if p.Units == 0 {
		return fmt.Errorf("it has no units")
	}
	for _, b := range p.Shader.Bindings {
		if _, ok := sizes[b.Name]; !ok {
			return fmt.Errorf("there is no buffer %q", b.Name)
		}
		used[b.Name] = true
	}
	for _, name := range p.Shader.Push {
		if _, ok := r.Values[name]; !ok && name != pushFirst && name != pushCount {
			return fmt.Errorf("there is no value %q", name)
		}
	}
	known := map[string]bool{}
	for _, c := range p.Shader.Constants {
		if _, ok := p.Constants[c.Name]; !ok {
			return fmt.Errorf("specialization constant %s is not set", c.Name)
		}
		known[c.Name] = true
	}
	for name := range p.Constants {
		if !known[name] {
			return fmt.Errorf("the shader has no specialization constant %s", name)
		}
	}
	return nil
}

// push returns the words of a slice's push constants.
func (r *Recording) push(s Slice) []uint32 {
	names := r.Passes[s.Pass].Shader.Push
	words := make([]uint32, len(names))
	for i, name := range names {
		switch name {
		case pushFirst:
			words[i] = r.Passes[s.Pass].FirstUnit + s.First
		case pushCount:
			words[i] = s.Count
		default:
			words[i] = r.Values[name]
		}
	}
	return words
}

// groups returns the dispatch of a slice: along x as far as the device goes, then along y. The last row may be longer
// than needed; shaders leave the work-groups beyond.
func (r *Recording) groups(s Slice, maxX uint32) [3]uint32 {
	count := r.Passes[s.Pass].Groups
	if count == 0 {
		count = s.Count
	}
	x := min(count, maxX)
	return [3]uint32{x, (count + x - 1) / x, 1}
}
