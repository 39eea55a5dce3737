package engine

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Tour is a verified tour and its length.
type Tour struct {
	Cities func() tsp.Tour // numbered as in the caller's instance
	Length uint64
}

// Best holds the best verified tour during a run. The zero value is empty. It is safe for
// concurrent use.
type Best struct {
	lock   sync.Mutex
	tour   func() tsp.Tour
	length int64
}

// Tour returns the tour and its length, nil and 0 if there is none yet.
func (b *Best) Tour() (tsp.Tour, int64) {
	b.lock.Lock()
	tour, length := b.tour, b.length
	b.lock.Unlock()
	if tour == nil {
		return nil, 0
	}
	return tour(), length
}

func (b *Best) put(tour func() tsp.Tour, length int64) {
	b.lock.Lock()
	b.tour, b.length = tour, length
	b.lock.Unlock()
}

const (
	// verifyEvery is the least time between two verifications: fetching a tour makes the device
	// wait.
	verifyEvery = time.Second
	// verifyShare bounds the time of verifications: at most 1/verifyShare of the run.
	verifyShare = 100
)

// verified is the best verified tour. If a device is lost, its later tours are lost too.
type verified struct {
	Tour
	at   time.Time     // end of the last verification
	took time.Duration // duration of the last verification
}

// verifyDue reports whether it is time to fetch and verify the best tour.
func (r *Run[S, C]) verifyDue() bool { return r.mayVerify(verifyEvery) }

// VerifyWhenDue verifies the best tour if that takes at most its share of the time. It is for
// algorithms that have the tours on the host.
func (r *Run[S, C]) VerifyWhenDue() {
	if r.mayVerify(0) {
		r.verifyBest()
	}
}

// mayVerify reports whether the best tour is not verified, and whether the last verification is
// long enough ago: at least this long, and verifyShare times its own duration.
func (r *Run[S, C]) mayVerify(least time.Duration) bool {
	v := &r.verified
	return r.length < v.Length && time.Since(v.at) >= max(least, verifyShare*v.took)
}

// verifyBest verifies the tours that are better than the verified one, and times that.
func (r *Run[S, C]) verifyBest() {
	started := time.Now()
	r.algorithm.Verify()
	r.verified.at, r.verified.took = time.Now(), time.Since(started)
}

// OfferTour makes a verified tour the run's tour if it is shorter.
func (r *Run[S, C]) OfferTour(tour Tour) {
	if tour.Length < r.verified.Length {
		r.SetTour(tour)
	}
}

// SetTour makes a verified tour the run's tour, even if a shorter one was found too late to count.
func (r *Run[S, C]) SetTour(tour Tour) {
	r.verified.Tour = tour
	r.options.Best.put(tour.Cities, int64(tour.Length))
}

// VerifiedLength returns the length of the best verified tour.
func (r *Run[S, C]) VerifiedLength() uint64 { return r.verified.Length }

// BestLength returns the length of the best tour, as the devices report it.
func (r *Run[S, C]) BestLength() uint64 { return r.length }

// RecordImprovement records a new best tour.
func (r *Run[S, C]) RecordImprovement(i Improvement) {
	r.length = uint64(i.Length)
	if i.Recombined {
		r.recorder.best = min(r.recorder.best, r.length)
	}
	r.trace = append(r.trace, i)
}

// DropUnverified removes improvements to less than the verified length, whose tours were lost with
// a device.
func (r *Run[S, C]) DropUnverified() {
	r.length = r.verified.Length
	r.recorder.best = max(r.recorder.best, r.length)
	r.trace = slices.DeleteFunc(r.trace, func(i Improvement) bool { return uint64(i.Length) < r.length })
}

// EndTrace makes an improvement the last one: it replaces improvements to the same length or less.
func (r *Run[S, C]) EndTrace(last Improvement) {
	r.trace = slices.DeleteFunc(r.trace, func(i Improvement) bool {
		return i.Iteration > 0 && i.Length <= last.Length
	})
	if last.Iteration > 0 {
		r.trace = append(r.trace, last)
	}
}

// WordsOf returns the words of a tour on a device.
func WordsOf(tour tsp.Tour) []uint32 {
	words := make([]uint32, len(tour))
	for i, city := range tour {
		words[i] = uint32(city)
	}
	return words
}

// TourOf is the inverse of WordsOf.
func TourOf(words []uint32) tsp.Tour {
	tour := make(tsp.Tour, len(words))
	for i, city := range words {
		tour[i] = int32(city)
	}
	return tour
}

// CheckTour returns a *WrongTour if a tour of a colony is invalid or has another length.
func CheckTour(instance *tsp.Instance, colony int, tour []uint32, length uint64) error {
	if is, err := verify.Tour(instance, TourOf(tour)); err != nil || uint64(is) != length {
		return &WrongTour{Colony: colony, Reported: length, Verified: is, Err: err}
	}
	return nil
}

// WrongTour is the error of a device that returned an invalid tour, or a tour of another length
// than reported. It wraps pipeline.ErrWrongResult.
type WrongTour struct {
	Colony   int // from 0
	Reported uint64
	Verified int64
	Err      error // why the tour is invalid; nil if only its length is wrong
}

func (e *WrongTour) Error() string {
	if e.Err != nil {
		const invalid = "colony %d: the returned tour is invalid: %v; it is dropped: %v"
		return fmt.Sprintf(invalid, e.Colony+1, e.Err, pipeline.ErrWrongResult)
	}
	const other = "colony %d: reported length %d, verified length %d; the tour is dropped: %v"
	return fmt.Sprintf(other, e.Colony+1, e.Reported, e.Verified, pipeline.ErrWrongResult)
}

// Unwrap returns pipeline.ErrWrongResult.
func (e *WrongTour) Unwrap() error { return pipeline.ErrWrongResult }
