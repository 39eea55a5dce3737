package aco

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Progress is an event of a run.
type Progress struct {
	Phase     Phase
	Algorithm Algorithm
	Devices   []*Device     // that the run uses now
	Colonies  int           // 0: as the algorithm chooses
	Iteration int           // the most that any colony has made; in PhaseSetup, that a resumed run starts from
	Elapsed   time.Duration // since Options.Started, with the time before a resumption
	TimeLimit time.Duration // 0: none
	Best      int64         // length of the best tour; 0 before PhaseSearch and with NoTour
	NoTour    bool          // all tours so far have an edge that the instance forbids
	// Reference: as Options.Reference; 0: none is known, or Best is below the best known length,
	// so that the instance is another one
	Reference int64
	Notice    Notice // zero for most events

	ctx       context.Context
	best      *engine.Best
	reduction *reduction // from the caller's instance to the instance of best
}

// Tour returns the best verified tour so far and its length, nil if there is none yet or if it
// has a forbidden edge. It may be called until the run ends, by any goroutine; the tour is the
// caller's. Best may already be shorter: tours are verified from time to time, and at the end.
func (p Progress) Tour() (tsp.Tour, int64) {
	if p.best == nil {
		return nil, 0
	}
	tour, length := p.best.Tour()
	if tour == nil {
		return nil, 0
	}
	tour = p.reduction.expand(tour)
	if verify.Allowed(p.reduction.original, tour, p.reduction.path != nil) != nil {
		return nil, 0
	}
	return tour, p.reduction.length(length)
}

// Context returns the context of the run. A function of Options.Progress passes it on to the runs that
// it starts itself: those that would wait for the end of their caller return ErrDeviceInUse.
func (p Progress) Context() context.Context {
	if p.ctx == nil {
		return context.Background()
	}
	return p.ctx
}

// Open reports whether tours are open paths.
func (p Progress) Open() bool { return p.reduction != nil && p.reduction.path != nil }

// Gap returns how much longer the best tour is than the reference, as a part of the reference,
// and whether there is a reference.
func (p Progress) Gap() (gap float64, ok bool) { return gapOf(p.Best, p.Reference) }

// Phase is what a run is doing.
type Phase string

const (
	// PhaseSetup: a run starts on the devices of the event; again if another device or algorithm
	// takes over
	PhaseSetup Phase = "setup"
	// PhaseCandidates: candidate lists are computed; with other algorithms than Merged also first
	// tours
	PhaseCandidates Phase = "candidates"
	PhaseFirstTours Phase = "first tour" // first tours are computed
	PhasePipelines  Phase = "pipelines"  // devices make their pipelines
	PhaseUpload     Phase = "uploading"  // the data of a large instance are copied to the devices
	PhaseSearch     Phase = "search"     // ants work
	PhaseExchange   Phase = "exchange"   // colonies exchange tours, or their tours are recombined
	PhaseFinish     Phase = "finish"     // the run has stopped, and its tour is verified
)

// Notice is something that the user should know, once.
type Notice struct {
	Kind NoticeKind // "": there is none
	Text string     // one line
}

// NoticeKind says what a notice is about.
type NoticeKind string

const (
	NoticeDevice   NoticeKind = "device"   // the automatic choice is not a GPU, with the method for it, or the device emulates another one
	NoticeFallback NoticeKind = "fallback" // another device, or another algorithm, takes over
	NoticeKernels  NoticeKind = "kernels"  // options of kernels have no effect
	NoticePlaces   NoticeKind = "places"   // coincident places are one city for the algorithm
	NoticeRun      NoticeKind = "run"      // a checkpoint could not be written, or a device computed wrong results
)

// watch returns a function that passes the engine's progress to Options.Progress. start has the
// fields that do not change during the run.
func (r *request) watch(start Progress) func(engine.Progress) {
	if r.options.Progress == nil {
		return nil
	}
	return func(now engine.Progress) {
		p := start
		p.Phase, p.Iteration, p.Elapsed = Phase(now.Phase), now.Iteration, now.Elapsed
		if now.Best > 0 {
			p.Best = r.reduction.length(now.Best)
			best, known := r.bestAllowed(p)
			p.Best, p.NoTour = best, !known
		}
		if now.Remark != "" {
			p.Notice = Notice{NoticeRun, now.Remark}
		}
		r.tell(p)
	}
}

// repeatAfter is how long a run may tell nothing before its last event is repeated.
const repeatAfter = 50 * time.Millisecond

// repeatProgress repeats the last event, with the time that has passed, whenever a run has told nothing for
// a while: a single iteration of a large instance takes seconds. The setup is told once.
func (r *request) repeatProgress() (stop func()) {
	if r.options.Progress == nil {
		return func() {}
	}
	ended, ticker := make(chan struct{}), time.NewTicker(repeatAfter)
	var repeating sync.WaitGroup
	repeating.Go(func() {
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
				r.call(r.repeatLast)
			}
		}
	})
	return func() {
		ticker.Stop()
		close(ended)
		repeating.Wait()
	}
}

// repeatLast repeats the last event if it is old.
func (r *request) repeatLast(ctx context.Context) {
	passed := time.Since(r.toldAt)
	if passed < repeatAfter || r.last.Phase == "" || r.last.Phase == PhaseSetup {
		return
	}
	r.last.ctx, r.last.Notice, r.last.Elapsed, r.toldAt = ctx, Notice{}, r.last.Elapsed+passed, time.Now()
	r.options.Progress(r.last)
}

func gapOf(length, reference int64) (gap float64, ok bool) {
	if length <= 0 || reference <= 0 {
		return 0, false
	}
	return float64(length-reference) / float64(reference), true
}

// referenceOf returns the length that the gap of a tour is relative to, 0 if there is none.
func (r *request) referenceOf(length int64) int64 {
	if r.options.Reference == 0 && r.bestKnown > length {
		return 0
	}
	return cmp.Or(r.options.Reference, r.bestKnown)
}
