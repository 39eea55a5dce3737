package lockstep

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// scratchBuffer is a buffer whose data later stages do not read. After its stage it has the data
// that follow from the reference.
type scratchBuffer struct {
	name, stage string
	// words returns the words of all ants. It copies undefined words from the device's.
	words func(c *Classic, device []uint32) []uint32
}

var scratchBuffers = []scratchBuffer{
	{"flags", "construct", (*Classic).visitedFlags},
	{"positions", "improve", (*Classic).positions},
	{"searches", "improve", (*Classic).searches},
}

// compareScratch compares the scratch buffers of a stage. A colony that has stopped leaves its
// scratch buffers undefined.
func (c *Classic) compareScratch(stage string) (all *Difference, err error) {
	if slices.ContainsFunc(c.References, hasStopped) {
		return nil, nil
	}
	for _, b := range scratchBuffers {
		if b.stage != stage || !c.Run.HasBuffer(b.name) {
			continue
		}
		ant := int(c.Run.Words(b.name)) / (c.Problem.Colonies * c.Problem.Ants)
		difference, err := c.compare(b.name, ant, ant, func(device []uint32) []uint32 { return b.words(c, device) })
		if err != nil {
			return nil, err
		}
		all = all.join(difference)
	}
	return all, nil
}

// compareDerived compares the copies of the candidates' trails with the trails, and requires a flag for
// each trail that is raised. The device may have more flags.
func (c *Classic) compareDerived() (all *Difference, err error) {
	trails := c.padded("pheromone")
	derived, err := classic.DerivedTrails(c.Problem, c.Run, trails)
	if err != nil {
		return nil, err
	}
	for name, words := range derived {
		if name == "raised" && !c.Problem.Symmetric {
			continue // the host sets flags in both directions, the device in one
		}
		difference, err := c.compare(name, 1, 1, func(device []uint32) []uint32 {
			want := slices.Clone(words)
			for i := range want {
				if name == "raised" {
					want[i] |= device[i]
				}
			}
			return want
		})
		if err != nil {
			return nil, err
		}
		all = all.join(difference)
	}
	return all, nil
}

// visitedFlags returns the flags at the end of a construction: all cities are visited. Ants of
// MMAS and ACS also set the flags of the padding.
func (c *Classic) visitedFlags(device []uint32) []uint32 {
	ants, all := c.Problem.Colonies*c.Problem.Ants, slices.Clone(device)
	for _, pass := range c.Passes() {
		if words, has := pass.Constants["FLAG_WORDS"]; has && pass.Stage == "construct" {
			device = device[:int(words)*ants] // the buffer may have more
		}
	}
	for i := range device {
		all[i] = math.MaxUint32
	}
	if used := c.Problem.Cities % 32; c.Problem.Algorithm == model.AlgorithmAS && used > 0 {
		for i := len(all) - ants; i < len(all); i++ { // the last words of all ants
			all[i] = 1<<used - 1
		}
	}
	return all
}

// positions returns the positions of all cities in the improved tours.
func (c *Classic) positions(device []uint32) []uint32 {
	n := c.Problem.Cities
	all := slices.Clone(device)
	for ant, tour := range c.improved() {
		for position, city := range tour {
			all[ant*n+int(city)] = uint32(position)
		}
	}
	return all
}

// searches returns the searches of the improved tours at their ends: no city is active, and
// nothing has improved since all were. The place where the search ended is undefined.
func (c *Classic) searches(device []uint32) []uint32 {
	flags, words := (c.Problem.Cities+31)/32, len(device)/(c.Problem.Colonies*c.Problem.Ants) // of an ant
	all := slices.Clone(device)
	for ant := range c.improved() {
		search := all[ant*words:][:words]
		clear(search[:flags])
		search[flags+1], search[flags+2] = 0, 1 // improved, done
	}
	return all
}

// improved returns the tours that the local search has improved, by ant.
func (c *Classic) improved() map[int][]uint32 {
	all, n, ants := map[int][]uint32{}, c.Problem.Cities, c.Problem.Ants
	for colony, ref := range c.References {
		for ant := range ants {
			if c.Problem.LocalSearchAnts != model.LocalSearchBestAnt || ant == ref.ShortestAnt() {
				all[colony*ants+ant] = ref.Tours[ant*n:][:n]
			}
		}
	}
	return all
}

// compareHistory records the lengths of the iteration's shortest tours of the colonies that ran, and
// compares the lengths of all iterations since Start.
func (c *Classic) compareHistory(ran []*reference.Colony) (*Difference, error) {
	if c.history == nil {
		c.history = make([]uint32, c.Run.Words("history"))
	}
	words := len(c.history) / len(c.References) // of a colony, two for an iteration
	for colony, ref := range c.References {
		if !slices.Contains(ran, ref) {
			continue
		}
		at := colony*words + 2*int(ref.State.Iteration-1)%words
		glsl.PutUint64(c.history[at:], ref.IterationBest)
	}
	return c.compare("history", words, words, func([]uint32) []uint32 { return c.history })
}

// compareStatistics compares the rows of the current iteration, if it has some.
func (c *Classic) compareStatistics() (*Difference, error) {
	const words = glsl.StatisticsWords
	return c.compare("statistics", words, words, func(device []uint32) []uint32 {
		want := slices.Clone(device)
		for colony, ref := range c.References {
			iteration := ref.State.Iteration + 1
			if ref.State.Stop == model.Running && c.Problem.HasStatistics(iteration) {
				copy(want[c.Problem.StatisticsRow(colony, iteration):], ref.Statistics.Words())
			}
		}
		return want
	})
}
