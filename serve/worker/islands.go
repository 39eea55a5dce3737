package worker

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
)

// islands are the workers on a job as one of them sees them. It implements aco.Peers.
type islands struct {
	*run
	started time.Time
	wake    chan struct{} // has an element if there is a tour to publish
	group   sync.WaitGroup

	mu      sync.Mutex
	offered tsp.Tour // to publish; nil: none
	length  int64    // of offered
	arrived map[int]aco.PeerTour
	told    map[int]job.Island        // by the number of the island, its own as well
	origin  map[job.Digest]job.Island // of the tours that have come
}

var _ aco.Peers = (*islands)(nil)

// startIslands begins to exchange tours with the other workers on the job.
func (r *run) startIslands(ctx context.Context, started time.Time) *islands {
	i := &islands{
		run: r, started: started, wake: make(chan struct{}, 1), arrived: map[int]aco.PeerTour{}, told: map[int]job.Island{}, origin: map[job.Digest]job.Island{},
	}
	i.group.Go(func() { i.receive(ctx) })
	i.group.Go(func() { i.publish(ctx) })
	return i
}

// receive fetches the tours of the others until the context ends.
func (i *islands) receive(ctx context.Context) {
	for now, err := range i.queue.Islands(ctx, i.lease.Job().ID) {
		if err != nil {
			i.failed(err)
			return
		}
		if now.Part == i.lease.Part() {
			continue // its own, or of the worker that had the island before
		}
		tour, err := i.tour(ctx, now.Tour)
		if err != nil {
			if ctx.Err() == nil {
				i.failed(fmt.Errorf("job %s: tour of island %d: %w", i.lease.Job().ID, now.Part, err))
			}
			continue
		}
		i.mu.Lock()
		i.arrived[now.Part] = aco.PeerTour{ID: string(now.Tour), Tour: tour}
		i.told[now.Part], i.origin[now.Tour] = now, now
		i.mu.Unlock()
	}
}

// publish tells the others of offered tours until the context ends.
func (i *islands) publish(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-i.wake:
		}
		i.mu.Lock()
		tour, length := i.offered, i.length
		i.offered = nil
		i.mu.Unlock()
		if tour == nil {
			continue
		}
		if err := i.tell(ctx, tour, length); err != nil && ctx.Err() == nil {
			i.failed(err)
		}
	}
}

// tell tells the others of a tour, unless the last one was as short.
func (i *islands) tell(ctx context.Context, tour tsp.Tour, length int64) error {
	part := i.lease.Part()
	i.mu.Lock()
	last, told := i.told[part]
	i.mu.Unlock()
	if told && last.Length <= length {
		return nil
	}
	digest, err := i.put(ctx, tour)
	if err != nil {
		return err
	}
	i.run.mu.Lock()
	iteration := i.latest.Iteration
	i.run.mu.Unlock()
	now := job.Island{Part: part, Worker: i.Name, Tour: digest, Length: length, Iteration: iteration, Seconds: time.Since(i.started).Seconds()}
	i.mu.Lock()
	i.told[part] = now
	i.mu.Unlock()
	return i.lease.Tell(ctx, now)
}

// Count implements aco.Peers.
func (i *islands) Count() int { return i.lease.Job().Options.Machines - 1 }

// Offer implements aco.Peers.
func (i *islands) Offer(tour tsp.Tour, length int64) {
	i.mu.Lock()
	i.offered, i.length = tour, length
	i.mu.Unlock()
	select {
	case i.wake <- struct{}{}:
	default:
	}
}

// Arrived implements aco.Peers.
func (i *islands) Arrived() (list []aco.PeerTour) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for part := range i.lease.Job().Options.Machines {
		if tour, ok := i.arrived[part]; ok {
			list = append(list, tour)
		}
	}
	clear(i.arrived)
	return list
}

// Tour implements aco.Peers, for islands and storedPeers.
func (r *run) Tour(id string) (tsp.Tour, error) { return r.tour(context.Background(), job.Digest(id)) }

// tour reads a stored tour.
func (r *run) tour(ctx context.Context, digest job.Digest) (tsp.Tour, error) {
	data, err := r.queue.Object(ctx, digest)
	if err != nil {
		return nil, err
	}
	return job.DecodeTour(data)
}

// report adds to the result of a job what its islands did.
func (i *islands) report(ctx context.Context, result *aco.Result, to *job.Result) (err error) {
	i.mu.Lock()
	i.told[0] = job.Island{Worker: i.Name, Tour: to.Tour, Length: to.Length, Iteration: result.Iterations, Seconds: time.Since(i.started).Seconds()}
	for _, now := range i.told {
		to.Islands = append(to.Islands, now)
	}
	slices.SortFunc(to.Islands, func(a, b job.Island) int { return cmp.Compare(a.Part, b.Part) })
	if own, ok := result.Method.(*aco.MergedResult); ok {
		for _, arrived := range own.Schedule.Arrivals() {
			digest := job.Digest(arrived.ID)
			from, known := i.origin[digest]
			if !known { // it came when another worker had the job
				from.Part = -1
			}
			to.Exchanges = append(to.Exchanges, job.Exchange{Iteration: arrived.Iteration, Part: from.Part, Tour: digest, Length: from.Length})
		}
	}
	i.mu.Unlock()
	replay, err := encodeReplay(result)
	if err == nil && replay != nil {
		to.Replay, err = i.queue.Put(ctx, replay)
	}
	return err
}
