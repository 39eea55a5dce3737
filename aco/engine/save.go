package engine

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Checkpoint says where a run is saved, so that it can be resumed. The file is written before the first iteration, at intervals between
// iterations, and at the end of the run. After the loss of a device it is not written again, because it would lack colonies.
type Checkpoint struct {
	File    string            // "" means none
	Every   time.Duration     // 0 means DefaultCheckpointEvery
	Program string            // name and version, for error messages
	Caller  json.RawMessage   // data of the caller, stored in the file; nil: those of the file that is resumed
	Header  checkpoint.Header // of the file, except for what changes during the run
}

// DefaultCheckpointEvery is about the most time of a run that can be lost.
const DefaultCheckpointEvery = 10 * time.Second

// NewHeader returns the header of a run's checkpoints, except for what changes during the run.
func NewHeader(program, algorithm string, seed uint64, instance *tsp.Instance) checkpoint.Header {
	return checkpoint.Header{Program: program, Algorithm: algorithm, Revision: Revision(seed), Seed: seed, Instance: InstanceOf(instance)}
}

// InstanceOf returns the identification of an instance in checkpoints.
func InstanceOf(instance *tsp.Instance) checkpoint.Instance {
	return checkpoint.Instance{Name: instance.Name, Cities: instance.Dimension(), SHA256: instance.SHA256()}
}

// saver writes a run's checkpoints, one at a time, while the run continues.
type saver struct {
	at      time.Time       // start of the last checkpoint
	took    time.Duration   // duration of the last checkpoint
	writing chan saveResult // nil: none is being written
	err     error           // of the last checkpoint
}

// saveResult is the result of writing a checkpoint.
type saveResult struct {
	err error
	at  time.Time // end of writing
}

// SaveFirst writes the checkpoint of a run before its first iteration.
func (r *Run[C]) SaveFirst(first Snapshot) error {
	r.saver.at = time.Now()
	if r.Checkpoint.File == "" {
		return nil
	}
	return r.writer(first)()
}

// SaveNow writes a checkpoint of a resumed run, which may be another file.
func (r *Run[C]) SaveNow() error {
	r.save()
	r.waitSaved()
	return r.saver.err
}

// saveDue reports whether it is time for a checkpoint and none is being written. There is none after a device was lost.
func (r *Run[C]) saveDue() bool {
	if r.Checkpoint.File == "" || time.Since(r.saver.at) < r.Checkpoint.Every || r.AnyLost() {
		return false
	}
	select {
	case s := <-r.saver.writing:
		r.noteSaved(s)
	default:
	}
	return r.saver.writing == nil
}

// save starts to write a checkpoint after the previous one is written. No site may be busy. If an iteration is not complete, it writes
// none.
func (r *Run[C]) save() {
	partial := r.Any(func(s *Site[C]) bool { return s.Colonies.Committed() > s.Colonies.Completed() })
	if r.Checkpoint.File == "" || r.AnyLost() || partial {
		return
	}
	r.waitSaved()
	r.saver.at = time.Now()
	snapshot, err := r.algorithm.Snapshot()
	if r.failure != nil || r.AnyLost() {
		return // a device failed during the copy
	}
	if err != nil {
		r.noteSaved(saveResult{err, time.Now()})
		return
	}
	write, done := r.writer(snapshot), make(chan saveResult, 1)
	r.saver.writing = done
	go func() { done <- saveResult{write(), time.Now()} }()
}

// writer returns a function that writes a snapshot of the run.
func (r *Run[C]) writer(snapshot Snapshot) func() error {
	header := r.Checkpoint.Header
	header.Iteration, header.Elapsed = snapshot.Iteration, time.Since(r.Started)
	return func() (err error) {
		if snapshot.Check != nil {
			if err = snapshot.Check(); err != nil {
				return fmt.Errorf("iteration %d: %w; no checkpoint is written", header.Iteration, err)
			}
		}
		if header.Run, err = json.Marshal(snapshot.Run); err != nil {
			return err
		}
		return checkpoint.Write(r.Checkpoint.File, header, snapshot.Sections)
	}
}

// waitSaved waits until the checkpoint is written.
func (r *Run[C]) waitSaved() {
	if r.saver.writing != nil {
		r.noteSaved(<-r.saver.writing)
	}
}

// noteSaved records the result of writing a checkpoint. After an error the run continues.
func (r *Run[C]) noteSaved(s saveResult) {
	first := s.err != nil && r.saver.err == nil
	r.saver.writing, r.saver.took, r.saver.err = nil, s.at.Sub(r.saver.at), s.err
	if first {
		r.Tell(fmt.Sprintf("no checkpoint could be written; the run goes on without: %v", s.err))
	}
}
