package merged

import (
	"context"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// deviceColonies run a recording on a device.
type deviceColonies struct {
	engine.Device[model.Settings]
	model  *model.Model
	passes []pipeline.Pass
	states []model.State
}

func newDeviceColonies(
	run *pipeline.Run, recording pipeline.Recording, m *model.Model, maxSubmit time.Duration,
) *deviceColonies {
	device := engine.NewDevice[model.Settings](run, recording.Passes, maxSubmit, antStage)
	return &deviceColonies{Device: device, model: m, passes: recording.Passes}
}

// Submit implements engine.Colonies. It ignores the deadline: iterations are short, and a part of
// one has no result.
func (d *deviceColonies) Submit(time.Time) error { return d.Device.Submit(time.Time{}) }

// Wait implements engine.Colonies. Within an iteration it keeps the counts from before it: the
// iteration may be dropped, and its ants then run again.
func (d *deviceColonies) Wait(context.Context) error {
	before := d.Completed()
	done, err := d.Next()
	if err != nil {
		return err
	}
	words := done.Readback["state"]
	for c := range d.states {
		state := model.StateOf(words[c*model.StateWords : (c+1)*model.StateWords])
		if d.Completed() == before {
			state.Counts = d.states[c].Counts
		}
		d.states[c] = state
	}
	return nil
}

func (d *deviceColonies) reported() []model.State { return d.states }

func (d *deviceColonies) best() ([][]uint32, error) {
	words, err := d.Run.Download("best_tour")
	if err != nil {
		return nil, err
	}
	n, tours := d.model.Cities, make([][]uint32, d.model.Colonies)
	for c := range tours {
		tours[c] = words[c*n : (c+1)*n]
	}
	return tours, nil
}

func (d *deviceColonies) latest() ([][]uint32, error) {
	words, err := d.Run.Download("tours")
	if err != nil {
		return nil, err
	}
	n, tours := d.model.Cities, make([][]uint32, d.model.Colonies)
	for c := range tours {
		half := 2*c + int(d.states[c].Iteration&1)
		tours[c] = words[half*n : (half+1)*n]
	}
	return tours, nil
}

func (d *deviceColonies) adopt(tours [][]uint32, states []model.State) error {
	d.states = append(d.states[:0], states...)
	d.Restart()
	return d.uploadTours(tours, states)
}

func (d *deviceColonies) carriedStates() ([]carriedState, error) {
	best, err := d.best()
	if err != nil {
		return nil, err
	}
	latest, err := d.latest()
	if err != nil {
		return nil, err
	}
	all := make([]carriedState, len(best))
	for c := range all {
		all[c] = carriedState{d.states[c], latest[c], best[c]}
		all[c].state.LongChanges = 0 // of the ants of a dropped iteration
	}
	return all, nil
}

// restore uploads the states and computes the positions of cities on the device, like uploadTour.
// It uploads a colony's tour to both halves because no rewrite copies it in a colony that has
// stopped.
func (d *deviceColonies) restore(all []carriedState, iterations int) error {
	n := uint64(d.model.Cities)
	var states, running []uint32 // running: with these states the rewrite copies the tours
	d.states = d.states[:0]
	for c, carried := range all {
		colony, state := uint64(c), carried.state
		d.states, states = append(d.states, state), append(states, state.Words()...)
		state.Stop, state.LongAccepted = model.Running, 0
		running = append(running, state.Words()...)
		for _, upload := range []struct {
			name   string
			offset uint64
			words  []uint32
		}{
			{"tours", 2 * colony * n, carried.tour}, {"tours", (2*colony + 1) * n, carried.tour},
			{"best_tour", colony * n, carried.best},
		} {
			if err := d.Run.Upload(upload.name, upload.offset, upload.words); err != nil {
				return err
			}
		}
	}
	if err := d.rewrite(running); err != nil {
		return err
	}
	d.MoveTo(iterations)
	return d.Run.Upload("state", 0, states)
}

// Upload uploads the constant tables of a recipe.
func Upload(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	distances, err := distancesOf(m, pipeline.Limits{})
	if err != nil {
		return err
	}
	for _, table := range []struct {
		name   string
		upload func() error
	}{
		{"candidates", func() error { return uploadCandidates(ctx, run, m) }},
		{"thresholds", func() error { return run.Upload("thresholds", 0, model.Thresholds()) }},
		{"coordinates", func() error { return run.Upload("coordinates", 0, distances.coordinates.Coordinates()) }},
		{"distances", func() error { return uploadMatrix(ctx, run, m) }},
	} {
		if !run.HasBuffer(table.name) {
			continue
		}
		if err := table.upload(); err != nil {
			return err
		}
	}
	return nil
}

// rewriteUnits bounds the units of a submission after a tour was uploaded: some millions of
// positions.
const rewriteUnits = 1 << 14

// batchCities is the number of cities of tours that are uploaded at once: the host waits for each
// upload, and has another copy of these tours meanwhile.
const batchCities = 1 << 16

// uploadTours sets the states of all colonies, and their current tours, which are also their best
// ones. It uploads a tour to the half of the previous iteration. A rewrite without accepted
// changes then copies it and computes the positions of cities. Small tours are uploaded to both
// halves, many at once.
func (d *deviceColonies) uploadTours(tours [][]uint32, states []model.State) error {
	n, batch := uint64(d.model.Cities), max(1, batchCities/d.model.Cities)
	var words []uint32
	for from := 0; from < len(tours); from += batch {
		to := min(from+batch, len(tours))
		var both [][]uint32
		for c := from; c < to; c++ {
			words, both = append(words, states[c].Words()...), append(both, tours[c], tours[c])
		}
		best, halves, half := tours[from], tours[from], uint64(states[from].Iteration+1)&1
		if to-from > 1 {
			best, halves, half = slices.Concat(tours[from:to]...), slices.Concat(both...), 0
		}
		if err := d.Run.Upload("tours", (2*uint64(from)+half)*n, halves); err != nil {
			return err
		}
		if err := d.Run.Upload("best_tour", uint64(from)*n, best); err != nil {
			return err
		}
	}
	return d.rewrite(words)
}

// rewrite runs the rewrite stage with the given states of colonies and no claims.
func (d *deviceColonies) rewrite(states []uint32) error {
	if err := d.Run.Fill("claims", 0); err != nil {
		return err
	}
	if err := d.Run.Upload("state", 0, states); err != nil {
		return err
	}
	rewrite := slices.IndexFunc(d.passes, func(pass pipeline.Pass) bool { return pass.Stage == "rewrite" })
	units := d.passes[rewrite].Units
	for first := uint32(0); first < units; first += rewriteUnits {
		slice := pipeline.Slice{Pass: rewrite, First: first, Count: min(rewriteUnits, units-first)}
		if err := d.Run.Submit([]pipeline.Slice{slice}); err != nil {
			return err
		}
		if _, err := d.Run.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// uploadMatrix computes and uploads the distance matrix.
func uploadMatrix(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	rows := m.MatrixRows()
	return run.UploadRows(ctx, "distances", rows, rows, func(from int, row []uint32) {
		for to := range row {
			if m.HasPairs() {
				row[to] = uint32(m.Distance(uint32(2*from), uint32(2*to+1)))
				continue
			}
			row[to] = uint32(m.Distance(uint32(from), uint32(to)))
		}
	})
}

// uploadCandidates uploads the candidates of each city with their distances and, behind them, the
// fixed edges.
func uploadCandidates(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	err := run.UploadRows(ctx, "candidates", m.Cities, m.Width*candidateWords, func(from int, row []uint32) {
		for i, to := range m.Candidates[from*m.Width:][:m.Width] {
			row[candidateWords*i], row[candidateWords*i+1] = to, uint32(m.Distance(uint32(from), to))
		}
	})
	if err != nil || !m.HasFixed() {
		return err
	}
	return run.Upload("candidates", uint64(m.Cities*m.Width)*candidateWords, m.Fixed)
}
