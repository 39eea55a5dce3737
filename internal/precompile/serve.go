package precompile

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/vk"
)

// answer is a line that the child writes. For each pipeline it writes its calls, then the pipeline's error, "" if there was none.
type answer struct {
	Ready bool   `json:",omitempty"` // the device is open
	Call  string `json:",omitempty"` // of a Vulkan function that comes next
	Error string `json:",omitempty"`
}

// errNoParent is the error of Serve if the input ends while a pipeline is made.
var errNoParent = errors.New("the process that needs the pipelines has ended")

// Serve makes pipelines for a Checker in another process, until in ends. open opens the device; trace is for vk.DeviceOptions. If in ends while a
// pipeline is made, Serve returns an error at once, and the process should end.
func Serve(open func(trace func(call, operation string)) (*vk.Device, error), in io.Reader, out io.Writer) error {
	device, err := open(func(call, _ string) { child.WriteMessage(out, answer{Call: call}) })
	if err != nil {
		return err
	}
	child.WriteMessage(out, answer{Ready: true})
	pipelines := make(chan vk.PipelineSpec)
	go func() {
		defer close(pipelines)
		for lines := json.NewDecoder(in); ; {
			var next vk.PipelineSpec
			if lines.Decode(&next) != nil {
				return
			}
			pipelines <- next
		}
	}()
	for next := range pipelines {
		done := make(chan error, 1)
		go func() { done <- makePipeline(device, next) }()
		select {
		case err := <-done:
			var a answer
			if err != nil {
				a.Error = err.Error()
			}
			child.WriteMessage(out, a)
		case <-pipelines: // the input has ended: there is no second pipeline before the answer to the first
			return errNoParent
		}
	}
	return device.Close()
}

// makePipeline makes a pipeline as far as the driver does before a dispatch.
func makePipeline(d *vk.Device, s vk.PipelineSpec) error {
	p, err := d.NewPipeline(s)
	if err != nil {
		return err
	}
	defer p.Close()
	return p.Warm()
}
