package merged

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// deviceColonies run a recording on a device.
type deviceColonies struct {
	queue
	model   *model.Model
	passes  []pipeline.Pass
	run     *pipeline.Run
	cutter  *pipeline.Scheduler
	pending []int // iterations that each outstanding submission completes
	states  []model.State
	whole   int  // iterations whose last stage was submitted
	merging bool // the next one is under way, and more than its ants
	made    int
	times   map[string]time.Duration
	units   map[string]float64 // of each stage, made so far
}

func newDeviceColonies(run *pipeline.Run, recording pipeline.Recording, m *model.Model, maxSubmit time.Duration) *deviceColonies {
	return &deviceColonies{
		model: m, passes: recording.Passes, run: run, cutter: pipeline.NewScheduler(recording.Passes, maxSubmit),
		times: map[string]time.Duration{}, units: map[string]float64{},
	}
}

func (d *deviceColonies) fill() error {
	for !d.run.Full() && len(d.queue) > 0 {
		step := d.queue[0]
		slices, completed := d.cutter.Next(step.Iterations, d.cutter.Budget())
		if len(slices) == 0 {
			return nil // an earlier submission is to be measured first
		}
		for name, value := range map[string]uint32{"kick": step.Kick, "scales": step.Scales, "temperature": step.Temperature} {
			if err := d.run.Set(name, value); err != nil {
				return err
			}
		}
		if err := d.run.Submit(slices); err != nil {
			return err
		}
		last := slices[len(slices)-1]
		d.merging = d.merges(last)
		d.pending = append(d.pending, completed)
		d.whole += completed
		d.pass(completed)
	}
	return nil
}

func (d *deviceColonies) wants() bool { return len(d.queue) == 0 && !d.run.Full() }

func (d *deviceColonies) busy() bool { return len(d.queue) > 0 || len(d.pending) > 0 }

func (d *deviceColonies) wait() (batch, error) {
	done, err := d.run.Wait()
	if err != nil {
		return batch{}, err
	}
	d.made += d.pending[0]
	d.pending = d.pending[1:]
	d.cutter.Observe(done.Slices, done.Durations)
	for i, s := range done.Slices {
		stage := d.passes[s.Pass].Stage
		d.times[stage] += done.Durations[i]
		d.units[stage] += float64(s.Count)
	}
	words := done.Readback["state"]
	d.states = d.states[:0]
	for c := range d.model.Colonies {
		d.states = append(d.states, model.StateOf(words[c*model.StateWords:(c+1)*model.StateWords]))
	}
	return batch{d.states, d.made}, nil
}

// merges says whether a slice is one of the merge, and not the last of its iteration.
func (d *deviceColonies) merges(s pipeline.Slice) bool {
	if d.passes[s.Pass].Stage == "ant" {
		return false
	}
	return s.Pass+1 < len(d.passes) || s.First+s.Count < d.passes[s.Pass].Units
}

func (d *deviceColonies) begun() int {
	if d.merging {
		return d.whole + 1
	}
	return d.whole
}

func (d *deviceColonies) cut(iterations int) { d.keep(iterations - d.whole) }

func (d *deviceColonies) best() ([][]uint32, error) {
	words, err := d.run.Download("best_tour")
	if err != nil {
		return nil, err
	}
	n, tours := d.model.TourCities(), make([][]uint32, d.model.Colonies)
	for c := range tours {
		tours[c] = words[c*n : (c+1)*n]
	}
	return tours, nil
}

func (d *deviceColonies) latest() ([][]uint32, error) {
	words, err := d.run.Download("tours")
	if err != nil {
		return nil, err
	}
	n, tours := d.model.TourCities(), make([][]uint32, d.model.Colonies)
	for c := range tours {
		half := 2*c + int(d.states[c].Iteration&1)
		tours[c] = words[half*n : (half+1)*n]
	}
	return tours, nil
}

func (d *deviceColonies) adopt(tour []uint32, states []model.State) error {
	d.states = append(d.states[:0], states...)
	d.cutter.StartIteration()
	return d.uploadTour(tour, states)
}

func (d *deviceColonies) stageTimes() map[string]time.Duration { return d.times }

func (d *deviceColonies) stageRounds() map[string]float64 {
	all := map[string]float64{} // units of an iteration
	for _, pass := range d.passes {
		all[pass.Stage] += float64(pass.Units)
	}
	rounds := map[string]float64{}
	for stage, made := range d.units {
		rounds[stage] = made / all[stage]
	}
	return rounds
}

func (d *deviceColonies) close() { d.run.Close() }
