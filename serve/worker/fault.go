package worker

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/vk"
)

// Fault is a fault of the worker's machine, such as a full disk or a device that is gone. The
// worker has given its job back and ends: it would have to give back all others, too.
type Fault struct{ Err error }

func (f *Fault) Error() string {
	return fmt.Sprintf("the worker cannot solve jobs: %v; mend this and start it again", f.Err)
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// endsWorker reports whether the error of a run is one that all later jobs would have: of the disk,
// because no job names a file, or of all devices.
func endsWorker(err error) bool {
	return errtype.Is[*Fault](err) || errtype.Is[*os.PathError](err) || errtype.Is[*os.LinkError](err) || errtype.Is[*os.SyscallError](err) ||
		errors.Is(err, aco.ErrNoDevice)
}

// isOfJob reports whether the error of a run is the job's: another worker would have it, too.
func isOfJob(err error) bool {
	return input.Kind(err) != "" ||
		!endsWorker(err) && !errtype.Is[*vk.Error](err) && !errors.Is(err, job.ErrUnavailable)
}

// givenBack is why a job was given back by a worker that goes on.
type givenBack struct{ error }

func (g *givenBack) Unwrap() error { return g.error }

// giveBack gives the job back because of an error that is not the job's. The error is a *givenBack,
// a *Fault if the worker has to end, or one of the store.
func (r *run) giveBack(ctx context.Context, cause error) error {
	ends := endsWorker(cause)
	if fault, ok := errors.AsType[*Fault](cause); ok {
		cause = fault.Err
	}
	if err := r.lease.GiveBack(ctx, cause.Error()); err != nil {
		return fmt.Errorf("give the job back: %w, because: %v", err, cause)
	}
	if ends {
		return &Fault{cause}
	}
	return &givenBack{fmt.Errorf("the job is given back: %w", cause)}
}

// giveBackTour gives the job back after its devices have failed. The tour of the run is kept.
func (r *run) giveBackTour(ctx context.Context, result *aco.Result) error {
	if len(result.Tour) > 0 && (r.reported.Cost == 0 || result.Length < r.reported.Cost) {
		digest, err := r.put(ctx, result.Tour)
		if err != nil {
			return err
		}
		r.reported.Best, r.reported.Tour, r.reported.UnitLength = result.Length, digest, result.UnitLength
		if err := r.lease.Report(ctx, r.reported.Progress); err != nil {
			return err
		}
	}
	return r.giveBack(ctx, result.Failure)
}
