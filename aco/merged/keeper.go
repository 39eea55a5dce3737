package merged

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// keeper is what a run has for its checkpoints.
type keeper struct {
	header  checkpoint.Header // but for what changes
	kept    kept
	at      time.Time     // when the last was begun
	took    time.Duration // from its beginning to its end
	writing chan written  // nil: none is being written
	unkept  error         // why the last could not be written
}

// written is what came of writing a checkpoint.
type written struct {
	err error
	at  time.Time
}

// keptCity is what a checkpoint takes for a city of a tour, until one was timed: it is hashed, and comes to a disk.
const keptCity = 20 * time.Nanosecond

// newKeeper prepares the checkpoints of a model that is outlined.
func newKeeper(instance *tsp.Instance, m *model.Model, o Options) keeper {
	k := keeper{kept: o.keeps(m.Parameters), at: time.Now()}
	if o.Checkpoint.File != "" {
		k.header, k.took = headerOf(instance, m, o), time.Duration(2*m.Cities+2*m.Colonies*m.TourCities())*keptCity
	}
	return k
}

// keepFirst writes the checkpoint of a run of which nothing is made yet, once it is known to begin: its parameters, and its first tour if
// it was given one, say all.
func (r *run) keepFirst() (err error) {
	o := r.options
	if o.Checkpoint.File == "" || o.Resume != nil && o.Resume.kept.Begun != nil {
		return nil
	}
	var first []checkpoint.Section
	if o.InitialTour != nil {
		first = append(first, firstSection(o.InitialTour))
	}
	header := r.keeper.header
	if header.Run, err = json.Marshal(r.keeper.kept); err != nil {
		return err
	}
	return checkpoint.Write(o.Checkpoint.File, header, first)
}

// keeps says whether it is time for a checkpoint. None is begun while one is being written; none after a device was lost: the last one
// has all colonies.
func (r *run) keeps() bool {
	k := &r.keeper
	if r.options.Checkpoint.File == "" || time.Since(k.at) < r.options.Checkpoint.Every || r.anyLost() {
		return false
	}
	select {
	case w := <-k.writing:
		r.noteKept(w)
	default:
	}
	return k.writing == nil
}

// keep begins to write a checkpoint. Nothing may be under way.
func (r *run) keep() {
	r.keeper.at = time.Now()
	write, done := r.writer(), make(chan written, 1)
	if r.failure == nil && !r.anyLost() {
		r.keeper.writing = done
		go func() { done <- written{write(), time.Now()} }()
	}
	r.tempo.restart()
}

// keepEnd begins to write the last checkpoint.
func (r *run) keepEnd() {
	if r.options.Checkpoint.File != "" && r.failure == nil {
		r.waitKept()
		r.keep()
	}
}

// waitKept returns when nothing is being written.
func (r *run) waitKept() {
	if r.keeper.writing != nil {
		r.noteKept(<-r.keeper.writing)
	}
}

// noteKept notes that a checkpoint is written, or could not be: then the run goes on without.
func (r *run) noteKept(w written) {
	k := &r.keeper
	if k.writing, k.took = nil, w.at.Sub(k.at); w.err != nil && k.unkept == nil {
		r.tell(r.made(), time.Since(r.options.Started), fmt.Sprintf("no checkpoint could be written, the run goes on without: %v", w.err))
	}
	k.unkept = w.err
}
