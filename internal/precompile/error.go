package precompile

import (
	"fmt"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/vk"
)

// Error says that a driver crashes or hangs while it opens its device or makes a pipeline. It wraps vk.ErrCrash.
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
	return &Error{Device: *t.device, Pipeline: strings.Join(names, ", "), Call: t.call, End: end, Silence: t.silence, several: len(pipelines) > 1}
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
	return fmt.Sprintf("the driver %s while it %s, which a process of its own has tried (%s): update the driver, or choose another device", verb, work, end)
}

func (e *Error) Unwrap() error { return vk.ErrCrash }
