//go:build cgo

package vk

import (
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/internal/timeline"
)

// NewPipelines compiles shaders on all processors, or takes them from the cache. It returns a
// pipeline or an error for each. If the context ends, no further shader is compiled, and the
// others have the error of the context. DeviceOptions.Trace and Rewrite are called from several
// goroutines, with DeviceOptions.OneByOne one after the other.
func (d *Device) NewPipelines(ctx context.Context, all []PipelineSpec) (made []*Pipeline, errs []error) {
	times := timeline.From(ctx)
	defer times.Add(timeline.Pipelines, time.Now())
	made, errs = make([]*Pipeline, len(all)), make([]error, len(all))
	workers := runtime.GOMAXPROCS(0)
	if d.oneByOne {
		workers = 1
	}
	ended := parallel.Each(ctx, workers, len(all), func(_, i int) {
		began := time.Now()
		made[i], errs[i] = d.NewPipeline(all[i])
		times.Add(timeline.Pipeline, began)
	})
	for i := range all {
		if made[i] == nil && errs[i] == nil {
			errs[i] = ended
		}
	}
	return made, errs
}

// Warm makes drivers that compile a pipeline when it is first used compile it now. It submits a
// dispatch without work-groups of each pipeline and waits for them, so no invocation runs.
func (d *Device) Warm(all []*Pipeline) error {
	const name = "warm"
	buffer, err := d.NewBuffer(name, wordBytes, DeviceLocal)
	if err != nil {
		return err
	}
	defer buffer.Close()
	c, err := d.NewCommandBuffer(name, 0)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Begin(); err != nil {
		return err
	}
	for _, p := range all {
		set, err := p.Bind(slices.Repeat([]*Buffer{buffer}, int(p.spec.Bindings)))
		if err != nil {
			return err
		}
		defer set.Close()
		c.dispatch(set, make([]uint32, p.spec.PushBytes/wordBytes), [3]uint32{})
	}
	return c.Run()
}
