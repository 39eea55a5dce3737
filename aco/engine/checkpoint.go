package engine

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/tsp"
)

// revision counts the changes to the tours that an algorithm makes of the same parameters. A
// checkpoint of another revision cannot be resumed. In revision 1 only 32 bits of a seed counted;
// runs of such seeds make the same tours in revision 2 and keep its number. Two algorithms have two
// more: Ant System draws by fine weights where the weights of a row are coarse, and Merged recombines
// tours in another way and has fewer parameters. A change of the tours of Merged also needs a new
// schema.Report and a new schema of the service's store: both have schedules that are replayed.
func revision(algorithm string, seed uint64) int {
	revision := 1
	if seed>>32 != 0 {
		revision++
	}
	if algorithm == "as" || algorithm == "merged" {
		revision += 2
	}
	return revision
}

// NewHeader returns the header of a run's checkpoints, except for what changes during the run.
func NewHeader(program, algorithm string, seed uint64, instance *tsp.Instance) checkpoint.Header {
	return checkpoint.Header{
		Program: program, Algorithm: algorithm, Revision: revision(algorithm, seed), Seed: seed, Instance: instanceOf(instance),
	}
}

// instanceOf returns what checkpoints say of an instance.
func instanceOf(instance *tsp.Instance) checkpoint.Instance {
	return checkpoint.Instance{Name: instance.Name, Cities: instance.Dimension(), SHA256: instance.SHA256()}
}

// LoadRun decodes Run of a checkpoint's header into saved. It returns a *checkpoint.Error if the
// checkpoint is of another algorithm or revision, or damaged.
func LoadRun(file *checkpoint.File, algorithm string, saved any) error {
	if err := file.Header.CheckAlgorithm(algorithm, revision(algorithm, file.Header.Seed)); err != nil {
		return file.WrapError(err)
	}
	if err := json.Unmarshal(file.Header.Run, saved); err != nil {
		return file.Damaged("%v", jsonerror.Explain(err, "run"))
	}
	return nil
}

// ContinueClock adds the time of the run of a checkpoint to the clock. It returns an error if the
// instance is another one.
func (o *Options) ContinueClock(file *checkpoint.File, instance *tsp.Instance) error {
	h := file.Header
	if err := h.CheckInstance(instanceOf(instance)); err != nil {
		return file.WrapError(err)
	}
	if h.Elapsed < 0 || h.Iteration < 0 {
		return file.Damaged("iteration %d after %v is impossible", h.Iteration, h.Elapsed)
	}
	o.Started = o.Started.Add(-h.Elapsed)
	return nil
}

// firstSection is the section with the tour that a run starts from, in the caller's numbers.
const firstSection = "first"

// FirstSection returns the section of a checkpoint that has the first tour of a run. LoadFirst
// reads it.
func FirstSection(tour tsp.Tour) checkpoint.Section {
	return checkpoint.Section{Name: firstSection, Words: uint64(len(tour)), Read: func(offset uint64, into []uint32) error {
		for i, city := range tour[offset:][:len(into)] {
			into[i] = uint32(city)
		}
		return nil
	}}
}

// LoadFirst returns the first tour of the run of a checkpoint, whose instance has so many cities.
// It returns a *checkpoint.Error if there is none.
func LoadFirst(file *checkpoint.File, cities int) (tsp.Tour, error) {
	words, err := file.Words(firstSection, uint64(cities))
	if err != nil {
		return nil, err
	}
	first := TourOf(words)
	if err := first.Validate(cities); err != nil {
		return nil, file.Damaged("its first tour: %v", err)
	}
	return first, nil
}

// checkpointer writes a run's checkpoints, one at a time, while the run continues.
type checkpointer struct {
	header  checkpoint.Header // of the file, except for what changes during the run
	at      time.Time         // start of the last checkpoint
	writing chan written      // nil: none is being written
	err     error             // of the last checkpoint
}

// written is the result of writing a checkpoint.
type written struct {
	err error
	at  time.Time // end of writing
}

// SaveFirst writes the checkpoint of a new run before its first iteration.
func (r *Run[S, C]) SaveFirst(first Snapshot) error {
	r.checkpoints.at = time.Now()
	if r.options.Checkpoint.File == "" {
		return nil
	}
	return r.writer(first)()
}

// SaveNow writes the first checkpoint of a resumed run, which may be to another file.
func (r *Run[S, C]) SaveNow() error {
	r.save()
	r.waitForCheckpoint()
	return r.checkpoints.err
}

// checkpointDue reports whether it is time for a checkpoint and none is being written. There is
// none after a device was lost.
func (r *Run[S, C]) checkpointDue() bool {
	c := &r.checkpoints
	if r.options.Checkpoint.File == "" || time.Since(c.at) < r.options.Checkpoint.Every || r.AnyLost() {
		return false
	}
	select {
	case w := <-c.writing:
		r.recordCheckpoint(w)
	default:
	}
	return c.writing == nil
}

// save starts to write a checkpoint after the previous one is written. No site may be busy. If an
// iteration is not complete, it writes none.
func (r *Run[S, C]) save() {
	partial := r.any(func(s *Site[C]) bool { return s.Colonies.Committed() > s.Colonies.Completed() })
	if r.options.Checkpoint.File == "" || r.AnyLost() || partial {
		return
	}
	r.waitForCheckpoint()
	r.checkpoints.at = time.Now()
	snapshot, err := r.algorithm.Snapshot()
	if r.failure != nil || r.AnyLost() {
		return // a device failed during the copy
	}
	if err != nil {
		r.recordCheckpoint(written{err, time.Now()})
		return
	}
	write, done := r.writer(snapshot), make(chan written, 1)
	r.checkpoints.writing = done
	go func() { done <- written{write(), time.Now()} }()
}

// writer returns a function that writes a snapshot of the run.
func (r *Run[S, C]) writer(snapshot Snapshot) func() error {
	header := r.checkpoints.header
	header.Iteration, header.Elapsed = snapshot.Iteration, r.Elapsed()
	return func() (err error) {
		if snapshot.Check != nil {
			if err = snapshot.Check(); err != nil {
				return fmt.Errorf("iteration %d: %w; no checkpoint is written", header.Iteration, err)
			}
		}
		if header.Run, err = json.Marshal(snapshot.Run); err != nil {
			return err
		}
		return checkpoint.Write(r.options.Checkpoint.File, header, snapshot.Sections)
	}
}

// waitForCheckpoint waits until the checkpoint is written.
func (r *Run[S, C]) waitForCheckpoint() {
	if r.checkpoints.writing != nil {
		r.recordCheckpoint(<-r.checkpoints.writing)
	}
}

// recordCheckpoint records the result of writing a checkpoint. After an error the run continues.
func (r *Run[S, C]) recordCheckpoint(w written) {
	c := &r.checkpoints
	first := w.err != nil && c.err == nil
	c.writing, c.err = nil, w.err
	r.budget.Expect(Saving, w.at.Sub(c.at))
	if first {
		r.Remark(fmt.Sprintf("no checkpoint could be written; the run goes on without: %v", w.err))
	}
}
