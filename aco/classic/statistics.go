package classic

import (
	"fmt"
	"maps"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// iterationClock is the device time to the end of stage best of the iterations that have
// statistics.
type iterationClock struct {
	passes    []pipeline.Pass
	iteration uint32 // whose stage best was the last
	total     time.Duration
	ends      map[uint32]time.Duration // by iteration, until it is reported
}

// add adds the time of a submission.
func (c *iterationClock) add(p *model.Problem, done pipeline.Completed) {
	for i, slice := range done.Slices {
		c.total += done.Durations[i]
		pass := c.passes[slice.Pass]
		if pass.Stage != "best" || slice.First+slice.Count < pass.Units {
			continue
		}
		c.iteration++
		if p.HasStatistics(c.iteration) {
			c.ends[c.iteration] = c.total
		}
	}
}

// forget drops the times of the first iterations.
func (c *iterationClock) forget(iterations uint32) {
	maps.DeleteFunc(c.ends, func(iteration uint32, _ time.Duration) bool { return iteration <= iterations })
}

// statistics returns the row of an iteration of a colony from the results of a submission. shortest
// is the length that stage best has found.
func (d *deviceColonies) statistics(
	colony int, iteration uint32, shortest uint64, done pipeline.Completed,
) (statisticsRow, error) {
	words := done.Readback["statistics"][d.problem.StatisticsRow(colony, iteration):][:glsl.StatisticsWords]
	row := model.StatisticsOf(words)
	if row.Iteration != iteration || row.Shortest != shortest {
		return statisticsRow{}, fmt.Errorf(
			"colony %d: it reports statistics of iteration %d with length %d in place of iteration %d with length %d: %w",
			d.problem.FirstColony+colony+1, row.Iteration, row.Shortest, iteration, shortest, pipeline.ErrWrongResult)
	}
	return statisticsRow{row, d.clock.ends[iteration]}, nil
}

// addRow adds a row of a colony's statistics. before is the colony's state before the batch.
func (r *run) addRow(colony int, row statisticsRow, before model.State, batch batchResult) {
	p := r.problem
	best := before.BestLength
	for _, length := range batch.lengths[:row.Iteration-before.Iteration] {
		best = min(best, length)
	}
	made := engine.Row{
		Iteration: int(row.Iteration), Colony: colony + 1, Tours: uint64(row.Iteration) * uint64(p.Ants),
		Best: int64(best), DeviceTime: r.timeBefore + row.deviceTime, IterationBest: int64(row.Shortest), Mean: row.Mean(p),
		BranchingFactor: row.BranchingFactor(p), Entropy: row.MeanEntropy(p),
		LeastTrail: float64(row.Least) * p.TrailUnit(), MostTrail: float64(row.Most) * p.TrailUnit(),
	}
	if deviation, ok := row.Deviation(p); ok {
		made.Deviation = &deviation
	}
	if distance, ok := row.MeanDistance(p); ok {
		made.Distance = &distance
	}
	r.rows.Add(made)
}

// flushRows reports the rows of the iterations that all colonies that work have completed.
func (r *run) flushRows() {
	least := r.iterations()
	for _, s := range r.Sites() {
		for _, c := range r.statesOf(s) {
			if s.Lost == nil && (c.state.Stop == model.Running || c.state.Stop == model.Waiting) {
				least = min(least, int(c.state.Iteration))
			}
		}
	}
	r.rows.Flush(least)
}
