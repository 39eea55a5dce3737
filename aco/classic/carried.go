package classic

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/pipeline"
)

// carried lists the buffers, with the words of one colony, that an iteration finds as the one before has left them, besides states and
// best tours. All others are written before they are read.
func carried(p *problem.Problem) []pipeline.Buffer {
	n := uint64(p.Cities)
	list := []pipeline.Buffer{{Name: "pheromone", Words: trailWords(p)}}
	switch {
	case p.Algorithm == problem.AlgorithmMMAS:
		list = append(list, pipeline.Buffer{Name: "restart_tour", Words: n})
	case p.Memory == problem.MemorySelective:
		list = append(list, pipeline.Buffer{Name: "tails", Words: n})
	}
	return list
}

// section is what all colonies of the run have of a buffer, wherever they are.
func (r *run) section(b pipeline.Buffer) checkpoint.Section {
	return checkpoint.Section{
		Name: b.Name, Words: b.Words * uint64(len(r.standings)), Read: func(at uint64, words []uint32) error {
			return r.parts(b, at, words, (*site).read)
		},
	}
}

// parts hands words, from a place among those of all colonies on, to the sites that have them.
func (r *run) parts(b pipeline.Buffer, at uint64, words []uint32, do func(*site, string, uint64, []uint32) error) error {
	for _, s := range r.sites {
		first, end := uint64(s.first)*b.Words, uint64(s.first+s.count)*b.Words
		if at < first || at >= end || len(words) == 0 {
			continue
		}
		part := words[:min(uint64(len(words)), end-at)]
		if err := do(s, b.Name, at-first, part); err != nil {
			return err
		}
		at, words = at+uint64(len(part)), words[len(part):]
	}
	return nil
}
