package classic

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// uploadTrails uploads the initial pheromone of all colonies and, with MMAS, the first tour that it may reinforce.
func (d *deviceColonies) uploadTrails() error {
	if d.Run.HasBuffer("restart_tour") {
		start := slices.Repeat(wordsOf(d.problem.Start), d.problem.Colonies)
		if err := d.Run.Upload("restart_tour", 0, start); err != nil {
			return err
		}
	}
	for _, name := range []string{"raised", "crossed_edges"} {
		if d.Run.HasBuffer(name) {
			if err := d.Run.Fill(name, 0); err != nil {
				return err
			}
		}
	}
	if d.Run.HasBuffer("candidate_trails") {
		if err := d.Run.Fill("candidate_trails", d.problem.Trail.Initial); err != nil {
			return err
		}
	}
	if d.problem.Memory != model.MemorySelective {
		return d.Run.Fill("pheromone", d.problem.Trail.Initial)
	}
	records := d.problem.NewRecords()
	for colony := range d.problem.Colonies {
		if err := d.Run.Upload("pheromone", uint64(colony*len(records)), records); err != nil {
			return err
		}
	}
	if d.Run.HasBuffer("owners") {
		if err := d.Run.Fill("owners", math.MaxUint32); err != nil { // none
			return err
		}
	}
	return d.Run.Fill("tails", 0)
}
