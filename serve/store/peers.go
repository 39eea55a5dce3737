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
	// peerTime is how long the store remembers what a peer has told.
	peerTime = 24 * time.Hour
	// peerDelay is how long a peer waits for a worker to take its job.
	peerDelay = time.Second
)

// messageOf returns the text of a message for a peer of a job; 0 is the worker that has the job.
func messageOf(id string, peer int) string {
	if peer == 0 {
		return id
	}
	return id + "/" + strconv.Itoa(peer)
}

// parseMessage is the inverse of messageOf.
func parseMessage(text string) (id string, peer int) {
	id, number, _ := strings.Cut(text, "/")
	peer, _ = strconv.Atoi(number) // 0: the job itself
	return id, peer
}

// takePeer takes the place of a peer of a job that runs. It returns nil if the message is
// dropped, or comes again later.
func (s *Store) takePeer(ctx context.Context, message jetstream.Msg, id string, peer int) (job.Lease, error) {
	r, err := s.load(ctx, id)
	switch {
	case isGone(err), err == nil && r.State.Final():
		return nil, message.Ack()
	case err != nil:
		return nil, err
	case r.State != job.Running:
		return nil, message.NakWithDelay(peerDelay)
	}
	return &peerLease{lease{store: s, message: message, job: r.Job}, peer}, nil
}

// Tell implements job.Lease.
func (l *lease) Tell(ctx context.Context, now job.Peer) error {
	text, err := json.Marshal(now)
	if err == nil {
		_, err = l.store.peers.Put(ctx, l.job.ID+"."+strconv.Itoa(now.Number), text)
	}
	if err != nil {
		return fmt.Errorf("job %s: tell of peer %d: %w", l.job.ID, now.Number, err)
	}
	return nil
}

// Peers implements job.Queue.
func (s *Store) Peers(ctx context.Context, id string) iter.Seq2[job.Peer, error] {
	return func(yield func(job.Peer, error) bool) {
		for entry, err := range s.watch(ctx, s.peers, id+".*") {
			if err != nil {
				yield(job.Peer{}, fmt.Errorf("watch peers of job %s: %w", id, err))
				return
			}
			if entry == nil || entry.Operation() != jetstream.KeyValuePut {
				continue
			}
			var now job.Peer
			if err := json.Unmarshal(entry.Value(), &now); err != nil {
				yield(job.Peer{}, fmt.Errorf("peer %s: %w", entry.Key(), err))
				return
			}
			if !yield(now, nil) {
				return
			}
		}
	}
}

// peerLease is the right of a worker to help with a job.
type peerLease struct {
	lease
	peer int
}

func (l *peerLease) Peer() int { return l.peer }

// Renew implements job.Lease. The peer ends with its job, or when a client asks for the end.
func (l *peerLease) Renew(ctx context.Context) (cancelled bool, err error) {
	r, err := l.store.load(ctx, l.job.ID)
	if isGone(err) || err == nil && r.State.Final() {
		return false, job.ErrLost
	}
	if err != nil {
		return false, lostToLater(err)
	}
	return r.CancelRequested, l.message.InProgress()
}

// Finish implements job.Lease. The job itself does not change.
func (l *peerLease) Finish(ctx context.Context, _ job.State, _ *job.Result, _ *job.Problem) error {
	return l.acknowledge(ctx)
}

// Release implements job.Lease.
func (l *peerLease) Release(context.Context) error { return l.message.Nak() }

// GiveBack implements job.Lease.
func (l *peerLease) GiveBack(context.Context, string) error { return l.message.NakWithDelay(peerDelay) }
