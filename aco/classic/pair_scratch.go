package classic

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/conform/lockstep"
)

// scratchBuffer is a buffer whose data later stages do not read. After its stage it has the data that follow from the reference.
type scratchBuffer struct {
	name, stage string
	// words returns the words of all ants. It copies undefined words from those of the device.
	words func(p *Pair, device []uint32) []uint32
}

var scratchBuffers = []scratchBuffer{
	{"flags", "construct", (*Pair).visitedFlags},
	{"positions", "improve", (*Pair).positions},
	{"searches", "improve", (*Pair).searches},
}

// compareScratch compares the scratch buffers of a stage. A colony that has stopped leaves its scratch buffers undefined.
func (p *Pair) compareScratch(stage string) (*lockstep.Difference, error) {
	stopped := func(ref *reference.Colony) bool { return ref.State.Stop != model.Running }
	if slices.ContainsFunc(p.references, stopped) {
		return nil, nil
	}
	for _, b := range scratchBuffers {
		if b.stage != stage || !p.device.Run.HasBuffer(b.name) {
			continue
		}
		got, err := p.device.Run.Download(b.name)
		if err != nil {
			return nil, err
		}
		ant := len(got) / (p.device.problem.Colonies * p.device.problem.Ants) // words
		if difference := lockstep.FirstDifference(b.name, got, b.words(p, got), ant, ant); difference != nil {
			return difference, nil
		}
	}
	return nil, nil
}

// visitedFlags returns the flags at the end of a construction: all cities are visited. Ants of MMAS and ACS also set the flags of the padding.
func (p *Pair) visitedFlags(device []uint32) []uint32 {
	ants, all := p.device.problem.Colonies*p.device.problem.Ants, slices.Clone(device)
	for _, pass := range p.device.passes {
		if words, has := pass.Constants["FLAG_WORDS"]; has && pass.Stage == "construct" {
			device = device[:int(words)*ants] // the buffer may have more
		}
	}
	for i := range device {
		all[i] = math.MaxUint32
	}
	if used := p.device.problem.Cities % 32; p.device.problem.Algorithm == model.AlgorithmAS && used > 0 {
		for i := len(all) - ants; i < len(all); i++ { // the last words of all ants
			all[i] = 1<<used - 1
		}
	}
	return all
}

// positions returns the positions of all cities in the improved tours.
func (p *Pair) positions(device []uint32) []uint32 {
	n := p.device.problem.Cities
	all := slices.Clone(device)
	for ant, tour := range p.improved() {
		for position, city := range tour {
			all[ant*n+int(city)] = uint32(position)
		}
	}
	return all
}

// searches returns the searches of the improved tours at their ends: no city is active, and nothing has improved since all were. The place at
// which the search ended is undefined.
func (p *Pair) searches(device []uint32) []uint32 {
	flags := int(flagWords(p.device.problem.Cities))
	all := slices.Clone(device)
	for ant := range p.improved() {
		search := all[ant*(flags+searchHeaderWords):][:flags+searchHeaderWords]
		clear(search[:flags])
		search[flags+1], search[flags+2] = 0, 1 // improved, done
	}
	return all
}

// improved returns the tours that the local search has improved, by ant.
func (p *Pair) improved() map[int][]uint32 {
	all, n, ants := map[int][]uint32{}, p.device.problem.Cities, p.device.problem.Ants
	for colony, ref := range p.references {
		for ant := range ants {
			if p.device.problem.LocalSearchAnts != model.LocalSearchBestAnt || ant == ref.ShortestAnt() {
				all[colony*ants+ant] = ref.Tours[ant*n:][:n]
			}
		}
	}
	return all
}

// compareHistory records the lengths of the iteration's shortest tours, and compares those of all iterations since Start.
func (p *Pair) compareHistory() (*lockstep.Difference, error) {
	for colony, ref := range p.references {
		if ref.State.Iteration == p.first {
			continue // a stop rule held before
		}
		at := 2 * (colony*history + int(ref.State.Iteration-1)%history)
		copy(p.history[at:], words([]uint64{ref.IterationBest}))
	}
	got, err := p.device.Run.Download("history")
	if err != nil {
		return nil, err
	}
	return lockstep.FirstDifference("history", got, p.history, 2*history, 2*history), nil
}
