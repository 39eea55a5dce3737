package precompile

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/vk"
)

// Checker checks pipelines in child processes.
type Checker struct {
	// Command returns the command of a process that opens the device with this index and calls Serve.
	Command func(index int) *exec.Cmd
	Silence time.Duration // longest time for a pipeline; 0: by the device

	mutex sync.Mutex // one child at a time: what it proves is proven for all devices with the same driver
}

const (
	// silence is far longer than a driver takes for a pipeline. Like softwareSilence it is longer than package vk waits for a submission.
	silence         = 2 * vk.HangTimeout
	softwareSilence = 15 * vk.HangTimeout
	// grace is how long a pipeline that is being made may still take when the context ends, so that it reaches the cache.
	grace = time.Second
)

// Check makes the pipelines that the driver has not made before in a child process. An *Error says that the driver crashes or hangs. If they cannot
// be checked, because the cache folder cannot be written or the child cannot open the device, there is no error: then the caller makes them
// unchecked. It is for vk.DeviceOptions.
func (c *Checker) Check(ctx context.Context, device *vk.Device, pipelines []vk.PipelineSpec) (err error) {
	known := loadProven(device.Info().Name, device.Driver())
	if len(known.missing(pipelines)) > 0 {
		device.ShareCache(func() { err = c.checkMissing(ctx, device, pipelines) })
	}
	return err
}

// CheckOpening opens a device in a child process, unless its driver has opened it before. An *Error says that the driver crashes or hangs. If that
// cannot be checked, or if the device cannot be opened, there is no error: then the caller opens it and gets the driver's error.
func (c *Checker) CheckOpening(instance *vk.Instance, index int) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	device := instance.Devices()[index]
	known := loadProven(device.Name, instance.Driver(index))
	if len(known.missing(opening)) == 0 || known.store() != nil {
		return nil
	}
	t, err := c.startTrial(&device)
	if err != nil {
		return nil
	}
	_, err = t.receive(context.Background())
	t.process.CloseInput()
	switch end := t.process.Wait(); {
	case err == nil:
		known.add(opening[0])
		_ = known.store() // as in checkMissing
	case end.Signal != "" || end.Cause == child.Hung:
		return newError(t, opening[0], end)
	}
	return nil
}

func (c *Checker) checkMissing(ctx context.Context, device *vk.Device, pipelines []vk.PipelineSpec) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	known := loadProven(device.Info().Name, device.Driver())
	missing := known.missing(pipelines)
	if len(missing) == 0 || known.store() != nil { // without a file, every run would compile all pipelines twice
		return nil
	}
	t, err := c.startTrial(device.Info())
	if err != nil {
		return nil
	}
	failure := t.run(ctx, missing, known.add)
	_ = known.store() // it could be written before; otherwise the pipelines are checked again
	return failure
}

// trial is a child process that makes pipelines.
type trial struct {
	process *child.Process
	device  *vk.Info
	silence time.Duration
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

// run makes pipelines until one ends the process or the context ends. It calls made for each that the driver has made.
func (t *trial) run(ctx context.Context, pipelines []vk.PipelineSpec, made func(vk.PipelineSpec)) error {
	defer func() {
		t.process.CloseInput()
		t.process.Wait() // until the cache is written
	}()
	late, cancel := afterwards(ctx, grace)
	defer cancel()
	if a, err := t.receive(late); err != nil || !a.Ready {
		return ctx.Err() // the device could not be opened a second time
	}
	for _, p := range pipelines {
		if ctx.Err() != nil {
			break
		}
		t.call = ""
		text, err := json.Marshal(p)
		if err != nil {
			return err
		}
		_ = t.process.Send(text) // if this fails, the process has ended, which receive finds
		a, err := t.receive(late)
		switch {
		case errors.Is(err, child.ErrEnded):
			return newError(t, p, t.process.Wait())
		case err != nil:
			return ctx.Err()
		case a.Error == "":
			made(p)
		} // otherwise this process makes the pipeline and gets the same error
	}
	return ctx.Err()
}

// receive returns the next answer that is not a call.
func (t *trial) receive(ctx context.Context) (a answer, err error) {
	for {
		line, err := t.process.Receive(ctx)
		if err != nil {
			return answer{}, err
		}
		a = answer{}
		if json.Unmarshal(line, &a) != nil { // printed by the driver
			continue
		}
		if a.Call == "" {
			return a, nil
		}
		t.call = a.Call
	}
}

// afterwards returns a context that ends some time after ctx.
func afterwards(ctx context.Context, delay time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
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
	}
}
