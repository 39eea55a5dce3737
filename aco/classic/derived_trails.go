package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// derivedTrails make the words of a buffer from trails that are written part by part, in their order.
type derivedTrails interface {
	// add adds the trails from an offset on, and returns all words of the buffer so far.
	add(offset uint64, trails []uint32) []uint32
}

// newDerivedTrails returns the buffers of a run that are made from the trails, by name.
func newDerivedTrails(p *model.Problem, run *pipeline.Run) (map[string]derivedTrails, error) {
	derived := map[string]derivedTrails{}
	if run.HasBuffer("raised") {
		derived["raised"] = newRaisedFlags(p)
	}
	if run.HasBuffer("candidate_trails") {
		neighbours := make([]uint32, p.Cities*p.ListWidth())
		if err := run.Read("neighbours", 0, neighbours); err != nil {
			return nil, err
		}
		derived["candidate_trails"] = newCandidateTrails(p, neighbours)
	}
	return derived, nil
}
