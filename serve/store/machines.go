package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// machineTime is how long the store remembers what a machine has told.
	machineTime = 24 * time.Hour
	// machineDelay is how long a machine waits for a worker to take its job, and for jobs of others.
	machineDelay = time.Second
)

// messageOf returns the text of a message for a machine of a job; 0 is the worker that has the job.
func messageOf(id string, machine int) string {
	if machine == 0 {
		return id
	}
	return id + "/" + strconv.Itoa(machine)
}

// parseMessage is the inverse of messageOf.
func parseMessage(text string) (id string, machine int) {
	id, number, _ := strings.Cut(text, "/")
	machine, _ = strconv.Atoi(number) // 0: the job itself
	return id, machine
}

// takeMachine takes the place of a machine of a job that runs. It returns nil if the message is
// dropped, or comes again later.
func (s *Store) takeMachine(ctx context.Context, message jetstream.Msg, id string, machine int) (job.Lease, error) {
	r, err := s.load(ctx, id)
	switch {
	case isGone(err), err == nil && r.State.Final():
		return nil, message.Ack()
	case err != nil:
		return nil, err
	case r.State != job.Running || s.othersWait(ctx, r.Owner):
		return nil, message.NakWithDelay(machineDelay)
	}
	return &machineLease{lease{store: s, message: message, job: r.Job}, machine}, nil
}

// Tell implements job.Lease.
func (l *lease) Tell(ctx context.Context, now job.Machine) error {
	text, err := json.Marshal(now)
	if err == nil {
		_, err = l.store.machines.Put(ctx, l.job.ID+"."+strconv.Itoa(now.Number), text)
	}
	if err != nil {
		return fmt.Errorf("job %s: tell of machine %d: %w", l.job.ID, now.Number, err)
	}
	return nil
}

// Machines implements job.Queue.
func (s *Store) Machines(ctx context.Context, id string) iter.Seq2[job.Machine, error] {
	return func(yield func(job.Machine, error) bool) {
		for entry, err := range s.watch(ctx, s.machines, id+".*") {
			if err != nil {
				yield(job.Machine{}, fmt.Errorf("watch machines of job %s: %w", id, err))
				return
			}
			if entry == nil || entry.Operation() != jetstream.KeyValuePut {
				continue
			}
			var now job.Machine
			if err := json.Unmarshal(entry.Value(), &now); err != nil {
				yield(job.Machine{}, fmt.Errorf("machine %s: %w", entry.Key(), err))
				return
			}
			if !yield(now, nil) {
				return
			}
		}
	}
}

// machineLease is the right of a worker to help with a job.
type machineLease struct {
	lease
	machine int
}

func (l *machineLease) Machine() int { return l.machine }

// Renew implements job.Lease. The lease is lost when a job of another owner waits.
func (l *machineLease) Renew(ctx context.Context) (cancelled bool, err error) {
	r, err := l.store.load(ctx, l.job.ID)
	switch {
	case isGone(err), err == nil && r.State.Final():
		return true, nil
	case err != nil:
		return false, lostToLater(err)
	case l.store.othersWait(ctx, r.Owner):
		return false, job.ErrLost
	}
	return r.CancelRequested, l.message.InProgress()
}

// Finish implements job.Lease. The job itself does not change.
func (l *machineLease) Finish(ctx context.Context, _ job.State, _ *job.Result, _ *job.Problem) error {
	return l.acknowledge(ctx)
}

// Release implements job.Lease. A message that came again at once would be before the messages of new jobs.
func (l *machineLease) Release(context.Context) error { return l.message.NakWithDelay(machineDelay) }

// GiveBack implements job.Lease.
func (l *machineLease) GiveBack(ctx context.Context, _ string) error { return l.Release(ctx) }
