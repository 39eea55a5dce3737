package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

// record is a job in the bucket.
type record struct {
	job.Job
	Sequence uint64        `json:"sequence"`          // the number of the event that this revision is
	Kind     job.EventKind `json:"kind"`              // of that event
	Message  uint64        `json:"message,omitempty"` // of the queue, under which a worker has the job
	Schema   int           `json:"schema,omitempty"`  // of the process that wrote it; 0: of an earlier version
	Key      string        `json:"key,omitempty"`     // see keyOf
}

// revision is a record with its revision in the bucket.
type revision struct {
	record
	number  uint64
	changed time.Time
}

// loss returns the loss of the present attempt.
func (r *record) loss(reason string) job.Loss {
	return job.Loss{Attempt: r.Attempt, Worker: r.Worker, Time: time.Now().UTC(), Reason: reason}
}

// event returns the event that a revision is.
func (r *record) event(at jetstream.KeyValueEntry) job.Event {
	e := job.Event{Sequence: r.Sequence, Kind: r.Kind, Time: at.Created().UTC()}
	if r.Kind == job.EventState {
		e.Job = &r.Job
	} else {
		e.Progress = &r.Progress
	}
	return e
}

// objects returns the objects that a job names.
func (r *record) objects() []job.Digest {
	list := []job.Digest{r.Input.Object, r.Input.Matrix, r.Input.Earlier, r.Checkpoint, r.Progress.Tour}
	if r.Result != nil {
		list = append(list, r.Result.Tour, r.Result.Replay)
		for _, e := range r.Result.Exchanges {
			list = append(list, e.Tour)
		}
	}
	return list
}

func recordOf(at jetstream.KeyValueEntry) (r record, err error) {
	if err = json.Unmarshal(at.Value(), &r); err != nil {
		return r, fmt.Errorf("job %s: its record is damaged: %w", at.Key(), err)
	}
	if err := r.checkRecord(); err != nil {
		return r, err
	}
	r.addUnitLengths()
	// In records of schema 1 one end makes a path open. Two ends always do.
	none := job.Place{}
	r.Options.Open = r.Options.Open || r.Input.Open && (r.Options.Start == none) != (r.Options.End == none)
	return r, nil
}

// addUnitLengths adds the lengths in units that records of schema 1 do not have: theirs are sums
// of steps.
func (r *record) addUnitLengths() {
	if p := &r.Progress; p.UnitLength == 0 {
		p.UnitLength = r.Input.Unit.Value(p.Best)
	}
	if done := r.Result; done != nil && done.UnitLength == 0 {
		done.UnitLength = done.Unit.Value(done.Length)
	}
}

// isGone reports whether a job was not found.
func isGone(err error) bool { return errors.Is(err, job.ErrNotFound) }

// longestID is more than the identifier of a job has, in bytes. It is far below the line of 4 kB
// after which NATS closes a connection for good.
const longestID = 64

// load returns the present revision of a job.
func (s *Store) load(ctx context.Context, id string) (r revision, err error) {
	if len(id) > longestID {
		return r, fmt.Errorf("job %.64q…: %w", id, job.ErrNotFound)
	}
	entry, err := s.jobs.Get(ctx, id)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound), errors.Is(err, jetstream.ErrInvalidKey):
		return r, fmt.Errorf("job %s: %w", id, job.ErrNotFound)
	case err != nil:
		return r, fmt.Errorf("read job %s: %w", id, err)
	}
	r.record, err = recordOf(entry)
	r.number, r.changed = entry.Revision(), entry.Created()
	return r, err
}

// errUnchanged is returned by a change that does not apply.
var errUnchanged = errors.New("the job does not change")

// update changes a job by compare-and-swap: if it changed meanwhile, change is called again with
// what it is now. An error of change is returned, and nothing is written.
func (s *Store) update(
	ctx context.Context, id string, kind job.EventKind, change func(*record) error,
) (job.Job, error) {
	for {
		r, err := s.load(ctx, id)
		if err != nil {
			return job.Job{}, err
		}
		if err := change(&r.record); err != nil {
			return r.Job, err
		}
		r.Sequence++
		r.Kind, r.Schema = kind, storeSchema
		text, err := json.Marshal(&r.record)
		if err != nil {
			return job.Job{}, err
		}
		_, err = s.jobs.Update(ctx, id, text, r.number)
		if err == nil {
			return r.Job, nil
		}
		if !isConflict(err) {
			return job.Job{}, fmt.Errorf("write job %s: %w", id, err)
		}
	}
}

// isConflict reports whether a record was changed by another since it was read.
func isConflict(err error) bool {
	return errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch)
}
