// Package timeline records what the time of a command is spent on, from the start of its process
// to its end.
//
//	times := timeline.OfProcess()
//	began := time.Now()
//	...
//	times.Add(timeline.Input, began)
//	ctx = timeline.With(ctx, times)
//	...
//	defer timeline.From(ctx).Add(timeline.Output, time.Now())
//
// A timeline is an option where Vulkan is opened, and comes with the context of a run. A nil
// timeline records nothing.
package timeline

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// Parts of a command's time, mostly in this order. Parts may overlap: devices are opened while the
// input is read, and make their pipelines while candidates are computed.
const (
	Program        = "program"         // from exec to the command
	Input          = "input"           // the instance is read or generated
	Roads          = "roads"           // a part of the input: a routing server answers
	Loader         = "vulkan loader"   // the library of the Vulkan loader is opened
	Instance       = "vulkan instance" // vkCreateInstance, which opens the drivers
	DeviceList     = "device list"     // the devices and their limits are read
	DriverCheck    = "driver check"    // a child process opens the device
	Device         = "device"          // vkCreateDevice
	PipelineCache  = "pipeline cache"  // its file is read, and given to the driver
	Plan           = "plan"            // sizes, colonies, and the memory of the host
	Candidates     = "candidates"      // candidate lists, and the order of the cities
	FirstTours     = "first tours"     // of all colonies
	PipelineCheck  = "pipeline check"  // a child process makes the pipelines
	Memory         = "memory"          // buffers are allocated, once the device is open
	Pipelines      = "pipelines"       // all pipelines of a device are made
	Pipeline       = "pipeline"        // one pipeline is made
	Upload         = "upload"          // colonies start: tables and tours are copied to a device
	FirstIteration = "first iteration" // its submissions
	Iterations     = "iterations"      // later submissions
	Exchange       = "exchange"        // colonies exchange or recombine tours
	Finish         = "finish"          // the last recombination and Or-opt
	Recombination  = "recombination"   // a part of exchange and finish
	Verification   = "verification"    // of the run's tour
	Release        = "release"         // the memory and the pipelines of the run are freed
	Output         = "output"          // files are written
	Close          = "close"           // devices are closed: the next three parts
	CacheWrite     = "cache write"     // the pipeline cache is fetched, and written if it has changed
	DeviceClose    = "device close"    // vkDestroyDevice, after the write
	InstanceClose  = "instance close"  // vkDestroyInstance
)

// Timeline is a record. Any number of goroutines may use it.
type Timeline struct {
	zero  time.Time
	mutex sync.Mutex
	parts []Part
}

// Part is a part of the time.
type Part struct {
	Name  string
	Start time.Duration // since the start of the process
	Sum   time.Duration // of all times that it happened, which may overlap
	Count int           // how often it happened
}

// OfProcess returns a timeline that begins with the process. The time before this call is what the
// system tells of it: on Linux it may lack up to 10 ms when the processor was busy with others.
func OfProcess() *Timeline {
	now, before := time.Now(), processAge()
	t := New(now.Add(-before))
	t.Add(Program, t.zero)
	return t
}

// New returns an empty timeline that begins at a time.
func New(zero time.Time) *Timeline { return &Timeline{zero: zero} }

// Zero returns the time at which the timeline begins.
func (t *Timeline) Zero() time.Time { return t.zero }

// Add adds the time from began until now to a part.
func (t *Timeline) Add(name string, began time.Time) {
	if t == nil {
		return
	}
	took := time.Since(began)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	at := slices.IndexFunc(t.parts, func(p Part) bool { return p.Name == name })
	if at < 0 {
		at = len(t.parts)
		t.parts = append(t.parts, Part{Name: name, Start: began.Sub(t.zero)})
	}
	p := &t.parts[at]
	p.Start, p.Sum, p.Count = min(p.Start, began.Sub(t.zero)), p.Sum+took, p.Count+1
}

// Parts returns the parts that have ended, by their start.
func (t *Timeline) Parts() []Part {
	if t == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	parts := slices.Clone(t.parts)
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(a.Start, b.Start) })
	return parts
}

type contextKey struct{}

// With returns a context that has a timeline.
func With(ctx context.Context, t *Timeline) context.Context {
	return context.WithValue(ctx, contextKey{}, t)
}

// From returns the timeline of a context, nil if there is none.
func From(ctx context.Context) *Timeline {
	t, _ := ctx.Value(contextKey{}).(*Timeline)
	return t
}
