package engine

import (
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
)

const (
	// verifyEvery is the least time between two verifications: fetching a tour makes the device wait.
	verifyEvery = time.Second
	// verifyShare bounds the time of verifications: at most 1/verifyShare of the run.
	verifyShare = 100
)

// verified is the best verified tour. If a device is lost, later tours of it are lost too.
type verified struct {
	Tour
	at   time.Time     // end of the last verification
	took time.Duration // duration of the last verification
}

// verifyDue reports whether it is time to fetch and verify the best tour.
func (r *Run[C]) verifyDue() bool { return !r.traits.SelfVerified && r.mayVerify(verifyEvery) }

// VerifyWhenDue verifies the best tour if that takes at most its share of the time. It is for algorithms that have the tours on the host.
func (r *Run[C]) VerifyWhenDue() {
	if r.mayVerify(0) {
		r.verifyBest()
	}
}

// mayVerify reports whether the best tour is not verified, and whether the last verification is long enough ago: at least this long, and
// verifyShare times its own duration.
func (r *Run[C]) mayVerify(least time.Duration) bool {
	v := &r.verified
	return r.Length < v.Length && time.Since(v.at) >= max(least, verifyShare*v.took)
}

// verifyBest verifies the tours that are better than the verified one, and times that.
func (r *Run[C]) verifyBest() {
	started := time.Now()
	r.algorithm.Verify()
	r.verified.at, r.verified.took = time.Now(), time.Since(started)
}

// OfferTour makes a verified tour the run's tour if it is shorter.
func (r *Run[C]) OfferTour(tour Tour) {
	if tour.Length < r.verified.Length {
		r.SetTour(tour)
	}
}

// SetTour makes a verified tour the run's tour, even if a shorter one was found too late to count.
func (r *Run[C]) SetTour(tour Tour) {
	r.verified.Tour = tour
	r.Best.put(tour.Cities, int64(tour.Length))
}

// VerifiedLength returns the length of the best verified tour.
func (r *Run[C]) VerifiedLength() uint64 { return r.verified.Length }

// WrongTour is the error of a device that returned an invalid tour, or a tour of another length than reported. It wraps
// pipeline.ErrWrongResult.
type WrongTour struct {
	Colony   int // from 0
	Reported uint64
	Verified int64
	Err      error // why the tour is invalid; nil if only its length is wrong
}

func (e *WrongTour) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("colony %d: the returned tour is invalid: %v; it is dropped: %v", e.Colony+1, e.Err, pipeline.ErrWrongResult)
	}
	return fmt.Sprintf("colony %d: reported length %d, verified length %d; the tour is dropped: %v", e.Colony+1, e.Reported, e.Verified, pipeline.ErrWrongResult)
}

// Unwrap returns pipeline.ErrWrongResult.
func (e *WrongTour) Unwrap() error { return pipeline.ErrWrongResult }
