package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// prepareLists makes the candidate lists and their heuristic, or takes them from an earlier colony.
func (c *Colony) prepareLists(ctx context.Context, earlier []*Colony) (err error) {
	if len(earlier) > 0 {
		c.Lists, c.CandidateHeuristic = earlier[0].Lists, earlier[0].CandidateHeuristic
		return nil
	}
	if err := c.Problem.CheckDistances(); err != nil {
		return err
	}
	if c.Lists, err = problem.NewLists(ctx, c.Problem); err != nil {
		return err
	}
	c.CandidateHeuristic = c.Problem.CandidateHeuristic(c.Lists)
	return nil
}
