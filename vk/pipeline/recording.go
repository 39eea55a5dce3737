package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/shaders"
)

// Recording describes one iteration of an algorithm.
type Recording struct {
	Buffers  []Buffer
	Values   map[string]uint32 // push constants by name, without first and count, which every slice has of its own
	Passes   []Pass
	Inputs   []string // buffers that the host can fill at the beginning of a submission
	Readback []string // buffers that are copied to the host at the end of every submission
}

// Buffer is device memory under the name that shaders give it.
type Buffer struct {
	Name  string
	Words uint64 // of 32 bits
}

// Bytes returns the buffer's size.
func (b Buffer) Bytes() uint64 { return 4 * b.Words }

// Pass runs a shader over units, such as rows, steps of a tour or ants. It can be divided between
// any two units.
type Pass struct {
	Stage     string // its name in timings
	Shader    *shaders.Shader
	Constants map[string]uint32 // specialization constants by name
	Units     uint32
	FirstUnit uint32 // the shader's number of the first unit
	Groups    uint32 // work-groups of every dispatch; 0: one for each unit
	// Batches, if not 0, is the number of passes that divide the work-groups of one shader. This one
	// has those from Batch·Groups on. The shader adds its push constant first_group. A dispatch with a
	// base would need no push constant. Nvidia's driver 580 seems to take a cached pipeline that was
	// compiled without support for a base, and repeats the first work-groups.
	Batch, Batches uint32
	MaxUnits       uint32 // most units of one dispatch; 0: no limit
	CheapUnits     uint32 // units at the beginning that cost next to nothing, unlike the others
	CostDecreases  bool   // later units cost less, the last ones next to nothing, as in a local search
	// Every, if more than 1, is the number of iterations from one with this pass to the next: the
	// pass is in the iterations whose number, counted from 1, is a multiple. It is not the first pass
	// of a recording, and in no loop.
	Every uint32
	// Loop, if not 0, is the number of a loop. Consecutive passes with the same number alternate:
	// a dispatch for one unit each. They have the same units and stage. Slices name the first pass
	// of a loop.
	Loop int
}

// Slice is a range of units of a pass. It is one dispatch, or in a loop one for each unit and
// pass.
type Slice struct {
	Pass         int
	First, Count uint32 // units of the pass
}

// The push constants that give a dispatch its units, and a batch its work-groups.
const (
	pushFirst      = "first"
	pushCount      = "count"
	pushFirstGroup = "first_group"
)

// GroupSize is the name of the specialization constant for the invocations of a work-group. Every
// shader has it.
const GroupSize = "GROUP_SIZE"

// Validate returns a *RecordingError if a name that a shader declares is missing, or if something
// is defined twice or not used.
func (r *Recording) Validate() error {
	sizes := map[string]uint64{}
	for _, b := range r.Buffers {
		if _, twice := sizes[b.Name]; twice || b.Words == 0 {
			return invalid("", "buffer %q is defined twice or empty", b.Name)
		}
		sizes[b.Name] = b.Words
	}
	used := map[string]bool{}
	for i := range r.Passes {
		if err := r.Passes[i].validate(r, sizes, used); err != nil {
			return err
		}
	}
	if err := validateLoops(r.Passes); err != nil {
		return err
	}
	for name := range sizes {
		if !used[name] {
			return invalid("", "no stage uses buffer %q", name)
		}
	}
	return cmp.Or(missing(sizes, r.Inputs, "fill"), missing(sizes, r.Readback, "read back"))
}

// missing returns an error for the first of some buffers that the recording does not have.
func missing(sizes map[string]uint64, buffers []string, what string) error {
	for _, name := range buffers {
		if _, ok := sizes[name]; !ok {
			return invalid("", "there is no buffer %q to %s", name, what)
		}
	}
	return nil
}

func invalid(stage, format string, args ...any) error {
	return &RecordingError{Op: "validate recording", Stage: stage, Reason: fmt.Sprintf(format, args...)}
}

func validateLoops(passes []Pass) error {
	for first := 0; first < len(passes); first = LoopEnd(passes, first) {
		for _, p := range passes[first+1 : LoopEnd(passes, first)] {
			if p.Units != passes[first].Units || p.Stage != passes[first].Stage {
				return invalid(p.Stage, "the passes of a loop differ in their units or stages")
			}
		}
	}
	return nil
}

func (p *Pass) validate(r *Recording, sizes map[string]uint64, used map[string]bool) error {
	if p.Units == 0 {
		return invalid(p.Stage, "it has no units")
	}
	if p.Every > 1 && (p.Loop != 0 || p == &r.Passes[0]) {
		return invalid(p.Stage, "it is in a loop or first, so it must be in every iteration")
	}
	for _, b := range p.Shader.Bindings {
		if _, ok := sizes[b.Name]; !ok {
			return invalid(p.Stage, "there is no buffer %q", b.Name)
		}
		used[b.Name] = true
	}
	for _, name := range p.Shader.Push {
		if _, ok := r.Values[name]; !ok && name != pushFirst && name != pushCount && name != pushFirstGroup {
			return invalid(p.Stage, "there is no value %q", name)
		}
	}
	declared := map[string]bool{}
	for _, c := range p.Shader.Constants {
		if _, ok := p.Constants[c.Name]; !ok && c.Name != fullSubgroup {
			return invalid(p.Stage, "specialization constant %s is not set", c.Name)
		}
		declared[c.Name] = true
	}
	for name := range p.Constants {
		if !declared[name] {
			return invalid(p.Stage, "the shader has no specialization constant %s", name)
		}
	}
	return nil
}

// push returns the push constants of a slice.
func (r *Recording) push(s Slice) []uint32 {
	names := r.Passes[s.Pass].Shader.Push
	words := make([]uint32, len(names))
	for i, name := range names {
		switch name {
		case pushFirst:
			words[i] = r.Passes[s.Pass].FirstUnit + s.First
		case pushCount:
			words[i] = s.Count
		case pushFirstGroup:
			words[i] = r.Passes[s.Pass].Batch * r.Passes[s.Pass].Groups
		default:
			words[i] = r.Values[name]
		}
	}
	return words
}

// workGroups returns the work-groups of a slice's dispatch: up to maxX along x, then rows along y.
// The last row may have more than needed; shaders return at once there.
func (r *Recording) workGroups(s Slice, maxX uint32) [3]uint32 {
	count := r.Passes[s.Pass].Groups
	if count == 0 {
		count = s.Count
	}
	x := min(count, maxX)
	return [3]uint32{x, (count + x - 1) / x, 1}
}

// LoopEnd returns the index of the first pass after the loop that passes[pass] belongs to; pass+1
// if it is in no loop.
func LoopEnd(passes []Pass, pass int) int {
	next := pass + 1
	for passes[pass].Loop != 0 && next < len(passes) && passes[next].Loop == passes[pass].Loop {
		next++
	}
	return next
}

// expandLoop returns the dispatches of a slice, as a slice each. Those of a loop alternate between
// its passes, unit by unit.
func expandLoop(passes []Pass, s Slice) []Slice {
	if passes[s.Pass].Loop == 0 {
		return []Slice{s}
	}
	var all []Slice
	for unit := s.First; unit < s.First+s.Count; unit++ {
		for pass := s.Pass; pass < LoopEnd(passes, s.Pass); pass++ {
			all = append(all, Slice{Pass: pass, First: unit, Count: 1})
		}
	}
	return all
}

// Barriers returns, for each dispatch of a submission, the buffers that need a barrier before it.
// These are the buffers that it reads after a write, writes after a read or writes after a write,
// without a barrier in between. All buffers count as written before the submission.
func Barriers(passes []Pass, dispatches []Slice) [][]string {
	type access struct{ read, written bool }
	since := map[string]access{} // since the last barrier of a buffer
	barriers := make([][]string, len(dispatches))
	for i, s := range dispatches {
		bindings := passes[s.Pass].Shader.Bindings
		for _, b := range bindings {
			a, seen := since[b.Name]
			if !seen || a.written || (a.read && b.Writes) {
				barriers[i] = append(barriers[i], b.Name)
				since[b.Name] = access{}
			}
		}
		for _, b := range bindings {
			a := since[b.Name]
			since[b.Name] = access{read: a.read || b.Reads, written: a.written || b.Writes}
		}
		slices.Sort(barriers[i])
	}
	return barriers
}
