package precompile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/vk"
)

const (
	// silence is far longer than a driver takes for a pipeline. Like softwareSilence it is longer
	// than package vk waits for a submission.
	silence         = 2 * vk.HangTimeout
	softwareSilence = 15 * vk.HangTimeout
	// grace is how long pipelines that are being made may still take when the context is cancelled,
	// so that they reach the cache. The deadline of a run's time remains.
	grace = time.Second
)

// trial is a child process that makes pipelines.
type trial struct {
	process *child.Process
	device  *vk.Info
	silence time.Duration
	ready   bool   // the device is open
	call    string // the last call of the driver that the child has told
}

func (c *Checker) startTrial(device *vk.Info) (*trial, error) {
	t := &trial{device: device, silence: c.Silence}
	switch {
	case t.silence > 0:
	case device.IsSoftware():
		t.silence = softwareSilence
	default:
		t.silence = silence
	}
	var err error
	t.process, err = child.Start(c.Command(device.Index), child.Limits{Silence: t.silence})
	return t, err
}

// run makes pipelines until some end the process or the context ends. It calls made with
// those of each line that the driver has made.
func (t *trial) run(ctx context.Context, lines [][]vk.PipelineSpec, made func([]vk.PipelineSpec)) error {
	late, cancel := afterwards(ctx, grace)
	defer cancel()
	if !t.ready {
		if a, err := t.receive(late); err != nil || !a.Ready {
			return ctx.Err() // the device could not be opened a second time
		}
	}
	for _, pipelines := range lines {
		if ctx.Err() != nil {
			break
		}
		t.call = ""
		if err := t.process.SendMessage(pipelines); err != nil {
			return err
		}
		a, err := t.receive(late)
		switch {
		case errors.Is(err, child.ErrEnded):
			return newError(t, pipelines, t.process.Wait())
		case err != nil:
			return ctx.Err()
		}
		var good []vk.PipelineSpec
		for i, p := range pipelines {
			if a.Errors[i] == "" {
				good = append(good, p)
			} // otherwise this process makes the pipeline and gets the same error
		}
		made(good)
	}
	return ctx.Err()
}

// receive returns the next answer that is not a call.
func (t *trial) receive(ctx context.Context) (answer, error) {
	return child.ReceiveMessage(ctx, t.process, func(a answer) bool {
		if a.Call != "" {
			t.call = a.Call
		}
		return a.Call == "" && (a.Ready || a.Errors != nil)
	})
}

// afterwards returns a context that ends some time after ctx is cancelled, but not after the
// deadline of ctx.
func afterwards(ctx context.Context, delay time.Duration) (context.Context, context.CancelFunc) {
	limited, end := context.WithoutCancel(ctx), context.CancelFunc(func() {})
	if deadline, ok := ctx.Deadline(); ok {
		limited, end = context.WithDeadline(limited, deadline)
	}
	late, cancel := context.WithCancel(limited)
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(delay):
			cancel()
		case <-late.Done():
		}
	})
	return late, func() {
		stop()
		cancel()
		end()
	}
}

// Error says that a driver crashes or hangs while it opens its device or makes a pipeline. It
// wraps vk.ErrCrash.
type Error struct {
	Device   vk.Info
	Pipeline string    // its name, or the names of several that were made at the same time; "": the device is opened
	Call     string    // the last Vulkan function; "" if none was called
	End      child.End // of the process that made it
	Silence  time.Duration
	several  bool // pipelines were made at the same time
}

func newError(t *trial, pipelines []vk.PipelineSpec, end child.End) *Error {
	var names []string
	for _, p := range pipelines {
		names = append(names, p.Name)
	}
	return &Error{Device: *t.device, Pipeline: strings.Join(names, ", "), Call: t.call, End: end,
		Silence: t.silence, several: len(pipelines) > 1}
}

func (e *Error) Error() string {
	verb, end := "crashes", e.End.Text()
	if e.End.Cause == child.Hung {
		verb, end = "hangs", fmt.Sprintf("%s for %v", end, e.Silence)
	}
	if e.Call != "" {
		end += " in " + e.Call
	}
	work := "opens the device"
	if e.Pipeline != "" {
		work = fmt.Sprintf("makes pipeline %q", e.Pipeline)
	}
	return fmt.Sprintf(
		"the driver %s while it %s, which a process of its own has tried (%s): update the driver, or choose another device", verb, work, end)
}

func (e *Error) Unwrap() error { return vk.ErrCrash }
