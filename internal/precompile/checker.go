// Package precompile opens a device and makes pipelines in a child process before this process
// does. A driver that crashes or hangs meanwhile ends the child, and this process gets an error.
//
// As many pipelines as there are processors are made at the same time. If that ends the child,
// another one makes them one by one, so that the error names the pipeline. The child that has
// opened a device also makes its pipelines.
//
// The child leaves the compiled pipelines in the device's pipeline cache, where this process finds
// them. Pipelines that a driver has made once are listed in a file of the user's cache folder and
// are not tried again. A crash is not stored: the next call tries again.
//
//	checker := &precompile.Checker{Command: command}
//	err := checker.CheckOpening(instance, index)
//	...
//	device, err := instance.OpenDevice(index, vk.DeviceOptions{Check: checker.Check})
//
// The process that Command starts calls [Serve].
package precompile

import (
	"context"
	"errors"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/vk"
)

// Checker checks pipelines in child processes.
type Checker struct {
	// Command returns the command of a process that opens the device with this index and calls
	// Serve.
	Command func(index int) *exec.Cmd
	Silence time.Duration // longest time for a pipeline; 0: by the device

	once sync.Once
	// free has an element unless a child makes pipelines. There is one at a time: what it proves is
	// proven for all devices with the same driver.
	free chan struct{}
	// opened has children that have opened a device, by its index, until their pipelines are
	// known. They save the time for another child.
	opened map[int]*trial
	ending sync.WaitGroup // children that have no more work
}

// take waits until no other child makes pipelines, as long as the context lasts.
func (c *Checker) take(ctx context.Context) error {
	c.once.Do(func() {
		c.free = make(chan struct{}, 1)
		c.give()
	})
	select {
	case <-c.free:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// give ends the use of a child.
func (c *Checker) give() { c.free <- struct{}{} }

// Check makes the pipelines that the driver has not made before in a child process. An *Error says
// that the driver crashes or hangs. If they cannot be checked, because the cache folder cannot be
// written or the child cannot open the device, there is no error: then the caller makes them
// unchecked. It is for vk.DeviceOptions.
func (c *Checker) Check(ctx context.Context, device *vk.Device, pipelines []vk.PipelineSpec) (err error) {
	known := loadProven(device.Info().Name, device.Driver())
	if len(known.missing(pipelines)) > 0 {
		device.ShareCache(func() { err = c.checkMissing(ctx, device, pipelines) })
	}
	return err
}

// CheckOpening opens a device in a child process, unless its driver has opened it before. An
// *Error says that the driver crashes or hangs. If that cannot be checked, or if the device cannot
// be opened, there is no error: then the caller opens it and gets the driver's error.
func (c *Checker) CheckOpening(instance *vk.Instance, index int) error {
	device := instance.Devices()[index]
	isProven := func() bool { return len(loadProven(device.Name, instance.Driver(index)).missing(opening)) == 0 }
	if isProven() {
		return nil
	}
	_ = c.take(context.Background()) // this context does not end
	defer c.give()
	known := loadProven(device.Name, instance.Driver(index))
	if isProven() || known.store() != nil {
		return nil
	}
	t, err := c.startTrial(&device)
	if err != nil {
		return nil
	}
	if _, err = t.receive(context.Background()); err == nil {
		known.keep(opening)
		c.keep(t)
		return nil
	}
	if end := t.process.Wait(); end.Signal != "" || end.Cause == child.Hung {
		return newError(t, opening, end)
	}
	return nil
}

func (c *Checker) checkMissing(ctx context.Context, device *vk.Device, pipelines []vk.PipelineSpec) error {
	if err := c.take(ctx); err != nil {
		return err
	}
	defer c.give()
	known := loadProven(device.Info().Name, device.Driver())
	missing := known.missing(pipelines)
	if len(missing) == 0 || known.store() != nil { // without a file, every run would compile all pipelines twice
		return nil
	}
	// Not more than processors, so that short runs leave some in the cache even if the time of
	// none is enough for all.
	failure := c.try(ctx, device.Info(), slices.Collect(slices.Chunk(missing, runtime.GOMAXPROCS(0))), known.keep)
	if several, ok := errors.AsType[*Error](failure); ok && several.several { // another child tells which pipeline it is
		missing = known.missing(missing)
		alone := c.try(ctx, device.Info(), slices.Collect(slices.Chunk(missing, 1)), known.keep)
		if alone != nil || len(known.missing(missing)) == 0 {
			failure = alone
		}
	}
	return failure
}

// try makes pipelines in a child. Those of a line are made at the same time.
func (c *Checker) try(ctx context.Context, device *vk.Info, lines [][]vk.PipelineSpec,
	made func([]vk.PipelineSpec)) error {
	t := c.opened[device.Index]
	delete(c.opened, device.Index)
	if t == nil {
		var err error
		if t, err = c.startTrial(device); err != nil {
			return nil
		}
	}
	defer c.end(t)
	return t.run(ctx, lines, made)
}

// openedTime is how long a child that has opened a device waits for pipelines. A run takes less
// time to plan; a worker may wait for hours for its first job.
const openedTime = 10 * time.Second

// keep keeps a child that has opened a device.
func (c *Checker) keep(t *trial) {
	index := t.device.Index
	c.release(index)
	if c.opened == nil {
		c.opened = map[int]*trial{}
	}
	t.ready, c.opened[index] = true, t
	time.AfterFunc(openedTime, func() {
		_ = c.take(context.Background())
		defer c.give()
		if c.opened[index] == t {
			c.release(index)
		}
	})
}

// release ends the child that has opened a device, if there is one.
func (c *Checker) release(index int) {
	if t := c.opened[index]; t != nil {
		delete(c.opened, index)
		c.end(t)
	}
}

// end lets a child end. Nobody waits for the driver's cleaning up.
func (c *Checker) end(t *trial) {
	t.process.CloseInput()
	c.ending.Go(func() { t.process.Wait() })
}

// Close ends all children and waits for them. Otherwise they end with this process.
func (c *Checker) Close() {
	_ = c.take(context.Background())
	defer c.give()
	for index := range c.opened {
		c.release(index)
	}
	c.ending.Wait()
}
