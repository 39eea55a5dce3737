package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// prepareLists computes the candidate lists and their heuristic, or shares those of an earlier colony.
func (c *Colony) prepareLists(ctx context.Context, earlier []*Colony) (err error) {
	if len(earlier) > 0 {
		c.Lists, c.CandidateHeuristic = earlier[0].Lists, earlier[0].CandidateHeuristic
		return nil
	}
	if err := c.Problem.CheckDistances(); err != nil {
		return err
	}
	if c.Lists, err = model.NewNeighbourLists(ctx, c.Problem); err != nil {
		return err
	}
	c.CandidateHeuristic = c.Problem.CandidateHeuristic(c.Lists)
	return nil
}

// tourStages returns the stages of MMAS and ACS that build, evaluate and improve tours and store the best one.
func (c *Colony) tourStages(construct ...Stage) []Stage {
	p := c.Problem
	stages := append(construct, c.divided("evaluate", p.Ants, func(from, to int) {
		EvaluateLengths(p, c.Tours[from*p.Cities:to*p.Cities], c.Lengths[from:to])
	}))
	if p.HasLocalSearch() {
		stages = append(stages, Stage{"improve", c.improve})
	}
	return append(stages, uninterruptible("best", func() {
		c.IterationBest = Best(c.Rules, p.Cities, c.Tours, c.Lengths, &c.State, c.BestTour)
	}))
}
