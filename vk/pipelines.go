//go:build cgo

package vk

import (
	"context"
	"runtime"
	"sync"
)

// NewPipelines compiles shaders on all processors, or takes them from the cache. It returns a pipeline or an error for each. If the context ends, no
// further shader is compiled, and the error of the others is that of the context. DeviceOptions.Trace and Rewrite are called from several goroutines,
// with DeviceOptions.OneByOne one after the other.
func (d *Device) NewPipelines(ctx context.Context, all []PipelineSpec) (made []*Pipeline, errs []error) {
	made, errs = make([]*Pipeline, len(all)), make([]error, len(all))
	var making sync.WaitGroup
	most := runtime.GOMAXPROCS(0)
	if d.oneByOne {
		most = 1
	}
	processors := make(chan struct{}, most)
	for i, s := range all {
		processors <- struct{}{}
		if errs[i] = ctx.Err(); errs[i] != nil {
			<-processors
			continue
		}
		making.Go(func() {
			made[i], errs[i] = d.NewPipeline(s)
			<-processors
		})
	}
	making.Wait()
	return made, errs
}
