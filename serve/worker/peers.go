package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
)

// peers are the other workers on a job as one of them sees them. It implements aco.Peers.
type peers struct {
	*run
	started time.Time
	wake    chan struct{} // has an element if there is a tour to publish
	group   sync.WaitGroup

	mu      sync.Mutex
	offered tsp.Tour // to publish; nil: none
	length  int64    // of offered
	arrived map[int]aco.PeerTour
	told    map[int]job.Machine        // by number, its own as well
	origin  map[job.Digest]job.Machine // of the tours that have come
}

var _ aco.Peers = (*peers)(nil)

// startPeers begins to exchange tours with the other workers on the job.
func (r *run) startPeers(ctx context.Context, started time.Time) *peers {
	p := &peers{
		run: r, started: started, wake: make(chan struct{}, 1), arrived: map[int]aco.PeerTour{},
		told: map[int]job.Machine{}, origin: map[job.Digest]job.Machine{},
	}
	p.group.Go(func() { p.receive(ctx) })
	p.group.Go(func() { p.publish(ctx) })
	return p
}

// receive fetches the tours of the others until the context ends.
func (p *peers) receive(ctx context.Context) {
	for now, err := range p.queue.Machines(ctx, p.lease.Job().ID) {
		if err != nil {
			p.failed(err)
			return
		}
		if now.Number == p.lease.Machine() {
			continue // its own, or of the worker that had its place before
		}
		tour, err := p.tour(ctx, now.Tour)
		if err != nil {
			if ctx.Err() == nil {
				p.failed(fmt.Errorf("job %s: tour of peer %d: %w", p.lease.Job().ID, now.Number, err))
			}
			continue
		}
		p.mu.Lock()
		p.arrived[now.Number] = aco.PeerTour{ID: string(now.Tour), Tour: tour}
		p.told[now.Number], p.origin[now.Tour] = now, now
		p.mu.Unlock()
	}
}

// publish tells the others of offered tours until the context ends.
func (p *peers) publish(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		}
		p.mu.Lock()
		tour, length := p.offered, p.length
		p.offered = nil
		p.mu.Unlock()
		if tour == nil {
			continue
		}
		if err := p.tell(ctx, tour, length); err != nil && ctx.Err() == nil {
			p.failed(err)
		}
	}
}

// tell tells the others of a tour, unless the last one was as short.
func (p *peers) tell(ctx context.Context, tour tsp.Tour, length int64) error {
	number := p.lease.Machine()
	p.mu.Lock()
	last, told := p.told[number]
	p.mu.Unlock()
	if told && last.Length <= length {
		return nil
	}
	digest, err := p.put(ctx, tour)
	if err != nil {
		return err
	}
	p.run.mu.Lock()
	iteration := p.latest.Iteration
	p.run.mu.Unlock()
	now := job.Machine{Number: number, Worker: p.Name, Tour: digest, Length: length, Iteration: iteration,
		Seconds: time.Since(p.started).Seconds()}
	p.mu.Lock()
	p.told[number] = now
	p.mu.Unlock()
	return p.lease.Tell(ctx, now)
}

// Count implements aco.Peers.
func (p *peers) Count() int { return p.lease.Job().Options.Machines - 1 }

// Offer implements aco.Peers.
func (p *peers) Offer(tour tsp.Tour, length int64) {
	p.mu.Lock()
	p.offered, p.length = tour, length
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Arrived implements aco.Peers.
func (p *peers) Arrived() (list []aco.PeerTour) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for number := range p.lease.Job().Options.Machines {
		if tour, ok := p.arrived[number]; ok {
			list = append(list, tour)
		}
	}
	clear(p.arrived)
	return list
}

// Tour implements aco.Peers, for peers and storedPeers.
func (r *run) Tour(id string) (tsp.Tour, error) { return r.tour(context.Background(), job.Digest(id)) }

// tour reads a stored tour.
func (r *run) tour(ctx context.Context, digest job.Digest) (tsp.Tour, error) {
	data, err := r.queue.Object(ctx, digest)
	if err != nil {
		return nil, err
	}
	return job.DecodeTour(data)
}

// report adds to the result of a job what its peers did.
func (p *peers) report(ctx context.Context, result *aco.Result, to *job.Result) (err error) {
	p.mu.Lock()
	p.told[0] = job.Machine{Worker: p.Name, Tour: to.Tour, Length: to.Length, Iteration: result.Iterations,
		Seconds: time.Since(p.started).Seconds()}
	for _, now := range p.told {
		to.Machines = append(to.Machines, now)
	}
	slices.SortFunc(to.Machines, func(a, b job.Machine) int { return cmp.Compare(a.Number, b.Number) })
	if own, ok := result.Method.(*aco.MergedResult); ok {
		for _, arrived := range own.Schedule.Arrivals() {
			digest := job.Digest(arrived.ID)
			from, known := p.origin[digest]
			if !known { // it came when another worker had the job
				from.Number = -1
			}
			to.Exchanges = append(to.Exchanges, job.Exchange{Iteration: arrived.Iteration, Machine: from.Number,
				Tour: digest, Length: from.Length})
		}
	}
	p.mu.Unlock()
	replay, err := encodeReplay(result)
	if err == nil && replay != nil {
		to.Replay, err = p.queue.Put(ctx, replay)
	}
	return err
}

const (
	// A peer ends earlier than the worker whose tour is the result, so that its last tour comes in
	// time: by peerMargin and 1/peerShare of the time that is left.
	peerMargin = 300 * time.Millisecond
	peerShare  = 20
)

// help runs a peer of a job until the job has ended, its own time is over, or the worker has to leave. The
// error is one of the store.
func (w *worker) help(ctx context.Context, lease job.Lease) error {
	r := &run{worker: w, lease: lease}
	started := time.Now()
	err := r.solvePeer(ctx, started)
	after, end := context.WithTimeout(context.WithoutCancel(ctx), finishTime)
	defer end()
	if r.lost.Load() || ctx.Err() != nil {
		return lease.Release(after) // another worker may help, if the job goes on
	}
	if r.cancelled.Load() && errors.Is(err, context.Canceled) {
		err = nil // the job ended before the peer had a tour
	}
	return errors.Join(err, lease.Finish(after, "", nil, nil))
}

// solvePeer runs the peer, and tells the others its last tour.
func (r *run) solvePeer(ctx context.Context, started time.Time) error {
	in, _, err := r.read(ctx)
	if err != nil {
		return err
	}
	r.instance = in.Instance
	j := r.lease.Job()
	options, err := r.newOptions(ctx, in, nil, started)
	if err != nil {
		return err
	}
	if options.TimeLimit > 0 {
		left := options.TimeLimit - time.Duration(j.Progress.Seconds*float64(time.Second))
		if options.TimeLimit = left - left/peerShare - peerMargin; options.TimeLimit <= 0 {
			return nil
		}
	}
	options.Seed = new(seedOf(options.Seed, r.lease.Machine()))

	running, stop := context.WithCancel(ctx)
	defer stop()
	r.stop = stop
	p := r.startPeers(running, started)
	options.Method = withPeers(options.Method, p)
	result, err := r.watched(ctx, func() (*aco.Result, error) { return r.Solver.Solve(running, in.Instance, options) })
	if err == nil && !r.lost.Load() && !r.cancelled.Load() { // else the job may be gone
		err = p.tell(context.WithoutCancel(ctx), result.Tour, result.Length)
	}
	stop()
	p.group.Wait()
	return err
}

// defaultSeed is the seed of the worker that has a job without one.
const defaultSeed = 1

// seedOf returns the seed of a peer of a job. No two peers have one seed, so that they search from
// different first tours.
func seedOf(ofJob *uint64, peer int) uint64 {
	seed := uint64(defaultSeed)
	if ofJob != nil {
		seed = *ofJob
	}
	return seed + uint64(peer)
}

// withPeers returns a method with peers, if it can have any.
func withPeers(method aco.Method, peers aco.Peers) aco.Method {
	switch m := method.(type) {
	case aco.Merged:
		m.Peers = peers
		return m
	case aco.Replay:
		m.Peers = peers
		return m
	}
	return method
}

// peersOf returns the peers of a method, nil if it has none.
func peersOf(method aco.Method) aco.Peers {
	switch m := method.(type) {
	case aco.Merged:
		return m.Peers
	case aco.Replay:
		return m.Peers
	}
	return nil
}
