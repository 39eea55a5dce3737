package store

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// lookEvery is the time between two looks at workers and nodes.
	lookEvery = 2 * time.Second
	// silentTime is how long a worker is silent before the log says so. It announces itself every
	// two seconds.
	silentTime = 7 * time.Second
	// lateNode is how long a node of the cluster may be without the last writes.
	lateNode = 4 * time.Second
)

// fleet is what a server knows of the workers and of the nodes of its cluster.
type fleet struct {
	workers map[string]*seenWorker
	late    map[string]*lateSince // nodes
	silent  bool                  // no node answers
	later   bool                  // a later version uses the store
}

// lateSince is since when a node has been without the last writes.
type lateSince struct {
	began time.Time
	lost  bool // for lateNode
}

// seenWorker is a worker and when this process, by its own clock, has seen a change of it.
type seenWorker struct {
	job.Worker
	changed time.Time
	silent  bool
}

// keepLooking logs workers and nodes that come and go, until the context ends.
func (s *Store) keepLooking(ctx context.Context) {
	f := fleet{workers: map[string]*seenWorker{}, late: map[string]*lateSince{}}
	for {
		s.look(ctx, &f)
		if !timed.Pause(ctx, lookEvery) {
			return
		}
	}
}

// look looks at nodes and workers once.
func (s *Store) look(ctx context.Context, f *fleet) {
	ctx, end := context.WithTimeout(ctx, lookEvery)
	defer end()
	if s.local == nil {
		s.noteNodes(ctx, f)
	}
	if list, err := s.Workers(ctx); err == nil { // who asks for the workers gets the error
		s.noteWorkers(f, list, time.Now())
	}
}

// noteWorkers compares the workers with the workers of the last look.
func (s *Store) noteWorkers(f *fleet, list []job.Worker, now time.Time) {
	there, silent := map[string]bool{}, 0
	for _, w := range list {
		there[w.Name] = true
		seen := f.workers[w.Name]
		switch {
		case seen == nil:
			seen = &seenWorker{w, now, false}
			f.workers[w.Name] = seen
			s.options.Log.Info("worker joined", "worker", w.Name, "version", w.Version)
		case !seen.Seen.Equal(w.Seen):
			if seen.silent {
				s.options.Log.Info("worker is back", "worker", w.Name)
			}
			*seen = seenWorker{w, now, false}
		case !seen.silent && now.Sub(seen.changed) > silentTime:
			seen.silent = true
			s.options.Log.Warn("worker is silent", "worker", w.Name, "job", w.Job)
		}
		if seen.silent {
			silent++
		}
	}
	for name, seen := range f.workers {
		if !there[name] {
			delete(f.workers, name)
			s.options.Log.Info("worker left", "worker", name, "silent", seen.silent, "job", seen.Job)
		}
	}
	s.tally.change(func(f *job.Figures) { f.SilentWorkers = silent })
}

// noteNodes compares the nodes that keep the jobs with the nodes of the last look.
func (s *Store) noteNodes(ctx context.Context, f *fleet) {
	stream, err := s.stream.Stream(ctx, "KV_"+jobsBucket)
	if err != nil { // no leader, or no connection
		s.noteSilence(f, err)
		return
	}
	if f.silent {
		f.silent = false
		s.options.Log.Info("the NATS cluster answers again")
	}
	if err := s.checkMetadata(stream.CachedInfo().Config.Metadata); err != nil && !f.later {
		f.later = true
		s.options.Log.Error("a later version uses the store: this server is not ready; replace it", "error", err)
	}
	if c := stream.CachedInfo().Cluster; c != nil && stream.CachedInfo().Config.Replicas > 1 {
		s.compareNodes(f, c.Replicas, time.Now())
	}
}

// compareNodes compares the nodes, except for the leader, with the nodes of the last look.
func (s *Store) compareNodes(f *fleet, nodes []*jetstream.PeerInfo, now time.Time) {
	count := job.Replicas{Current: 1} // the leader, which has answered
	for _, node := range nodes {
		late, current := f.late[node.Name], node.Current && !node.Offline && node.Active < lateNode
		switch {
		case current && late != nil:
			delete(f.late, node.Name)
			if late.lost {
				s.options.Log.Info("a node of the NATS cluster is back", "node", node.Name)
			}
		case current:
		case late == nil:
			f.late[node.Name] = &lateSince{began: now.Add(-node.Active)}
		case !late.lost && now.Sub(late.began) > lateNode:
			late.lost = true
			s.options.Log.Error("a node of the NATS cluster is lost", "node", node.Name)
		}
		if late := f.late[node.Name]; late != nil && late.lost {
			count.Lost++
		} else {
			count.Current++
		}
	}
	s.tally.change(func(f *job.Figures) { f.Replicas = count })
}

// noteSilence counts no node if none has answered.
func (s *Store) noteSilence(f *fleet, err error) {
	if !f.silent && !errors.Is(err, context.Canceled) && !errors.Is(err, nats.ErrConnectionClosed) {
		f.silent = true
		s.options.Log.Error("the NATS cluster does not answer", "error", err)
	}
	s.tally.change(func(f *job.Figures) { f.Replicas.Current = 0 })
}
