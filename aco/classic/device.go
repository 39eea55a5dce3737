package classic

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// deviceColonies run a recording on a device.
type deviceColonies struct {
	engine.Device[settings]
	problem   *model.Problem
	last      []batchResult
	reported  []uint32 // iterations reported so far, by colony
	heuristic string   // the hash of its table

	clock iterationClock // with statistics
}

// newDeviceColonies uploads all data that the first iteration needs.
func newDeviceColonies(
	ctx context.Context, run *pipeline.Run, p *model.Problem, rules model.StopRules, recording pipeline.Recording,
	maxSubmit time.Duration,
) (*deviceColonies, error) {
	heuristic, err := Upload(ctx, run, p, rules)
	if err != nil {
		return nil, err
	}
	return &deviceColonies{
		Device:  engine.NewDevice[settings](run, recording.Passes, maxSubmit, ""),
		problem: p, reported: make([]uint32, p.Colonies), heuristic: heuristic,
		clock: iterationClock{passes: recording.Passes, ends: map[uint32]time.Duration{}},
	}, nil
}

// Wait implements engine.Colonies.
func (d *deviceColonies) Wait(context.Context) error {
	done, err := d.Next()
	if err != nil {
		return err
	}
	return d.report(done)
}

// report records the results of a submission.
func (d *deviceColonies) report(done pipeline.Completed) error {
	d.last = nil
	d.clock.add(d.problem, done)
	for c := range d.reported {
		colony := func(name string, words int) []uint32 { return done.Readback[name][c*words : (c+1)*words] }
		result := batchResult{
			state: model.StateOf(colony("state", model.StateWords)), tour: colony("best_tour", d.problem.Cities),
		}
		if iterations := result.state.Iteration - d.reported[c]; iterations > history {
			return fmt.Errorf(
				"colony %d: it reports iteration %d after iteration %d, but a batch has at most %d iterations: %w",
				d.problem.FirstColony+c+1, result.state.Iteration, d.reported[c], history, pipeline.ErrWrongResult)
		}
		lengths := colony("history", 2*history)
		for ; d.reported[c] < result.state.Iteration; d.reported[c]++ {
			at := 2 * (d.reported[c] % history)
			result.lengths = append(result.lengths, uint64(lengths[at])|uint64(lengths[at+1])<<32)
			if iteration := d.reported[c] + 1; d.problem.HasStatistics(iteration) {
				row, err := d.statistics(c, iteration, result.lengths[len(result.lengths)-1], done)
				if err != nil {
					return err
				}
				result.rows = append(result.rows, row)
			}
		}
		d.last = append(d.last, result)
	}
	d.clock.forget(slices.Max(d.reported))
	return nil
}

func (d *deviceColonies) batch() []batchResult {
	last := d.last
	d.last = nil
	return last
}

// MoveTo implements colonies.
func (d *deviceColonies) MoveTo(iterations int) {
	d.clock.iteration = uint32(iterations)
	d.Device.MoveTo(iterations)
}

func (d *deviceColonies) adopt(all []colonyState) error {
	for i, c := range all {
		d.reported[i] = c.state.Iteration
	}
	return uploadStates(d.Run, all)
}

func (d *deviceColonies) finishIteration() error {
	done, err := d.FinishAfter("best")
	if err != nil {
		return err
	}
	return d.report(done)
}

func (d *deviceColonies) read(name string, offset uint64, words []uint32) error {
	return d.Run.Read(name, offset, words)
}

func (d *deviceColonies) write(name string, words []uint32) error {
	if name == "pheromone" {
		derived, err := DerivedTrails(d.problem, d.Run, words)
		if err != nil {
			return err
		}
		for buffer, words := range derived {
			if err := d.Run.Upload(buffer, 0, words); err != nil {
				return err
			}
		}
	}
	return d.Run.Upload(name, 0, words)
}

func (d *deviceColonies) heuristicSHA256() string { return d.heuristic }
