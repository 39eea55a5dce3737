package classic

import (
	"context"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadWords bounds the rows that are computed and uploaded at a time: 16 MiB of each matrix.
const uploadWords = 4 << 20

// deviceColonies run a recording on a device.
type deviceColonies struct {
	problem *problem.Problem
	passes  []pipeline.Pass
	run     *pipeline.Run
	cutter  *pipeline.Scheduler
	pending []submission
	seen    []uint32 // iterations reported so far, by colony
	times   map[string]time.Duration
	units   map[string]float64 // of each stage, made so far
	hash    problem.TableHash  // of the heuristic
}

// submission is what the host remembers of one that is outstanding.
type submission struct {
	iterations int
	estimate   time.Duration
}

func newDeviceColonies(ctx context.Context, device *pipeline.Device, p *problem.Problem, rules problem.StopRules, recording pipeline.Recording, maxSubmit time.Duration) (colonies, error) {
	run, err := pipeline.Start(device, recording)
	if err != nil {
		return nil, err
	}
	d := &deviceColonies{
		problem: p, passes: recording.Passes, run: run,
		cutter: pipeline.NewScheduler(recording.Passes, maxSubmit), times: map[string]time.Duration{}, units: map[string]float64{},
		seen: make([]uint32, p.Colonies),
	}
	if err := d.upload(ctx, rules); err != nil {
		run.Close()
		return nil, err
	}
	return d, nil
}

// upload brings everything to the device that the first iteration needs.
func (d *deviceColonies) upload(ctx context.Context, rules problem.StopRules) error {
	uploadTables := uploadLists
	if d.problem.Algorithm == problem.AlgorithmAS {
		uploadTables = uploadMatrices
	}
	if err := uploadTables(ctx, d.run, d.problem, &d.hash); err != nil {
		return err
	}
	if d.run.HasBuffer("coordinates") {
		if err := d.run.Upload("coordinates", 0, d.problem.Coordinates()); err != nil {
			return err
		}
	}
	if err := d.uploadTrails(); err != nil {
		return err
	}
	return d.adopt(startsOf(d.problem, rules))
}

// uploadMatrices fills the matrices that stay as they are. The heuristic needs the distances even where the device computes them.
func uploadMatrices(ctx context.Context, run *pipeline.Run, p *problem.Problem, hash *problem.TableHash) error {
	width := pitch(p.Cities)
	rows := min(p.Cities, max(1, uploadWords/width))
	var near []uint32
	if run.HasBuffer("near") {
		near = make([]uint32, rows*problem.NearWords)
	}
	m := problem.Matrices{Distances: make([]uint32, rows*width), Heuristic: make([]uint32, rows*width), Near: near}
	for first := 0; first < p.Cities; first += rows {
		count := min(rows, p.Cities-first)
		m.Distances, m.Heuristic = m.Distances[:count*width], m.Heuristic[:count*width]
		if err := p.Rows(ctx, first, width, m); err != nil {
			return err
		}
		hash.Add(m.Heuristic, width, p.Cities)
		for _, part := range []struct {
			name  string
			words []uint32
			width int
		}{{"distances", m.Distances, width}, {"heuristic", m.Heuristic, width}, {"near", m.Near, problem.NearWords}} {
			if !run.HasBuffer(part.name) {
				continue
			}
			if err := run.Upload(part.name, uint64(first*part.width), part.words[:count*part.width]); err != nil {
				return err
			}
		}
	}
	return nil
}

// advance keeps two submissions on their way and returns what the older one brought.
func (d *deviceColonies) advance(_ context.Context, iterations int, deadline time.Time) (batch, error) {
	for !d.run.Full() {
		left, within := iterations, d.cutter.Budget()
		for _, s := range d.pending {
			left -= s.iterations
		}
		if !deadline.IsZero() {
			within = time.Until(deadline)
			for _, s := range d.pending {
				within -= s.estimate
			}
		}
		slices, completed := d.cutter.Next(left, within)
		if len(slices) == 0 {
			break
		}
		if err := d.run.Submit(slices); err != nil {
			return batch{}, err
		}
		d.pending = append(d.pending, submission{completed, d.cutter.Estimate(slices)})
	}
	if len(d.pending) == 0 {
		return batch{outOf: true}, nil
	}
	return d.wait()
}

func (d *deviceColonies) wait() (batch, error) {
	done, err := d.run.Wait()
	if err != nil {
		return batch{}, err
	}
	whole := d.pending[0].iterations
	d.pending = d.pending[1:]
	d.cutter.Observe(done.Slices, done.Durations)
	for i, s := range done.Slices {
		stage := d.passes[s.Pass].Stage
		d.times[stage] += done.Durations[i]
		d.units[stage] += float64(s.Count)
	}
	b := batch{whole: whole}
	for c := range d.seen {
		of := func(name string, words int) []uint32 { return done.Readback[name][c*words : (c+1)*words] }
		now := progress{state: problem.StateOf(of("state", problem.StateWords)), tour: of("best_tour", d.problem.Cities)}
		if made := now.state.Iteration - d.seen[c]; made > history {
			return batch{}, fmt.Errorf("colony %d: it is at iteration %d after %d: %w", d.problem.FirstColony+c, now.state.Iteration, d.seen[c], pipeline.ErrWrongResult)
		}
		lengths := of("history", 2*history)
		for ; d.seen[c] < now.state.Iteration; d.seen[c]++ {
			at := 2 * (d.seen[c] % history)
			now.lengths = append(now.lengths, uint64(lengths[at])|uint64(lengths[at+1])<<32)
		}
		b.colonies = append(b.colonies, now)
	}
	return b, nil
}

// adopt uploads all states and best tours: two transfers, however many colonies adopt.
func (d *deviceColonies) adopt(all []standing) error {
	if len(d.pending) > 0 {
		return fmt.Errorf("exchange: %d submissions are outstanding", len(d.pending))
	}
	var states, tours []uint32
	for i, c := range all {
		states = append(states, c.state.Words()...)
		tours = append(tours, c.tour...)
		d.seen[i] = c.state.Iteration
	}
	if err := d.run.Upload("best_tour", 0, tours); err != nil {
		return err
	}
	return d.run.Upload("state", 0, states)
}

func (d *deviceColonies) stageTimes() map[string]time.Duration { return d.times }

func (d *deviceColonies) stageRounds() map[string]float64 {
	rounds := map[string]float64{}
	for stage, made := range d.units {
		all := 0.0 // of an iteration, in every pass of the stage
		for i := 0; i < len(d.passes); i = pipeline.LoopEnd(d.passes, i) {
			if d.passes[i].Stage == stage {
				all += float64(d.passes[i].Units)
			}
		}
		rounds[stage] = made / all
	}
	return rounds
}

func (d *deviceColonies) heuristicSHA256() string { return d.hash.Sum() }

func (d *deviceColonies) close() { d.run.Close() }
