package precompile

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/vk"
)

// answer is a line that the child writes. For pipelines it writes its calls, then the errors.
type answer struct {
	Ready  bool     `json:",omitempty"` // the device is open
	Call   string   `json:",omitempty"` // of a Vulkan function that comes next
	Errors []string `json:",omitempty"` // by pipeline, "" if there was none; the others are in the file of the pipeline cache
}

// Serve makes pipelines for a Checker in another process, until in ends. A line of in has
// pipelines that are made at the same time. open opens the device; trace is for vk.DeviceOptions.
// If in ends while pipelines are made, Serve returns an error at once, and the process should end.
func Serve(open func(trace func(call, operation string)) (*vk.Device, error), in io.Reader, out io.Writer) error {
	device, err := open(func(call, _ string) { child.WriteMessage(out, answer{Call: call}) })
	if err != nil {
		return err
	}
	child.WriteMessage(out, answer{Ready: true})
	run := func(next []vk.PipelineSpec) answer { return answer{Errors: makePipelines(device, next)} }
	if err := child.Serve(in, run, func(a answer) { child.WriteMessage(out, a) }); err != nil {
		return err
	}
	return device.Close()
}

// makePipelines makes pipelines as far as the driver does before a dispatch, and stores them. It
// returns their errors.
func makePipelines(d *vk.Device, all []vk.PipelineSpec) []string {
	texts := make([]string, len(all))
	made, errs := d.NewPipelines(context.Background(), all)
	err := d.Warm(slices.DeleteFunc(slices.Clone(made), func(p *vk.Pipeline) bool { return p == nil }))
	for i, p := range made {
		if failed := cmp.Or(errs[i], err); failed != nil {
			texts[i] = failed.Error()
		}
		p.Close()
	}
	d.ShareCache(func() {}) // writes the file
	return texts
}
