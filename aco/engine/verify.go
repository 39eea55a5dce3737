package engine

import (
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
)

const (
	// verifyEvery is the least time between two verifications: fetching a tour makes the device wait.
	verifyEvery = time.Second
	// verifyShare is the part of the time that verifications take, one in so many at the most.
	verifyShare = 100
)

// verified is the best tour that was verified. What a device that is lost found since is lost with it.
type verified struct {
	Tour
	at   time.Time     // when the last verification ended
	took time.Duration // that it took
}

// due reports whether a tour of a length is worth verifying now.
func (v *verified) due(length uint64) bool {
	return length < v.Length && time.Since(v.at) >= max(verifyEvery, verifyShare*v.took)
}

// VerifyWhenDue verifies the best tour where that takes at most its share of the time. It is for algorithms whose tours need not be
// fetched.
func (r *Run[C]) VerifyWhenDue() {
	if r.Length < r.verified.Length && time.Since(r.verified.at) >= verifyShare*r.verified.took {
		r.verifyBest()
	}
}

// verifyBest has the algorithm fetch and verify what is better than the verified tour.
func (r *Run[C]) verifyBest() {
	started := time.Now()
	r.algorithm.Verify()
	r.verified.at, r.verified.took = time.Now(), time.Since(started)
}

// OfferTour takes a verified tour, and makes it the run's where it is shorter than the best so far.
func (r *Run[C]) OfferTour(tour Tour) {
	if tour.Length < r.verified.Length {
		r.verified.Tour = tour
		r.Best.put(tour.Cities, int64(tour.Length))
	}
}

// SetTour makes a verified tour the run's, also where it is longer than another that was found too late to count.
func (r *Run[C]) SetTour(tour Tour) {
	r.verified.Tour = tour
	r.Best.put(tour.Cities, int64(tour.Length))
}

// VerifiedLength is the length of the best verified tour.
func (r *Run[C]) VerifiedLength() uint64 { return r.verified.Length }

// WrongTour is the error of a device that returned what is no tour, or a tour of another length. It wraps pipeline.ErrWrongResult.
type WrongTour struct {
	Colony   int // from 0
	Reported uint64
	Verified int64
	Err      error // why it is no tour; nil where it is one
}

func (e *WrongTour) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("colony %d: what it returned is no tour: %v; it is dropped: %v", e.Colony+1, e.Err, pipeline.ErrWrongResult)
	}
	return fmt.Sprintf("colony %d: reported length %d, verified length %d; the tour is dropped: %v", e.Colony+1, e.Reported, e.Verified, pipeline.ErrWrongResult)
}

// Unwrap returns pipeline.ErrWrongResult: the device computes wrongly.
func (e *WrongTour) Unwrap() error { return pipeline.ErrWrongResult }
