//go:build cgo

package vk

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// Pipelines that are made at the same time compute what each of them should. One that fails does
// not prevent the others.
func TestNewPipelines(t *testing.T) {
	d := openFaulty(t, Fault{Call: "vkCreateComputePipelines", Operation: "scale 3", Result: InitializationFailed})
	var specs []PipelineSpec
	for i := range uint32(9) {
		specs = append(specs, PipelineSpec{Name: fmt.Sprintf("scale %d", i), SPIRV: shader(t, "scale"), Bindings: 2,
			PushBytes: 8,
			Constants: []Constant{{ID: 1, Value: i}, {ID: 0, Value: 32}}})
	}
	const n = 64
	source, result := newBuffer(t, d, "source", 4*n, DeviceLocal), newBuffer(t, d, "result", 4*n, DeviceLocal)
	upload(t, source, counting(n))
	c := newCommands(t, d, 0)
	made, errs := d.NewPipelines(t.Context(), specs)
	for i, p := range made {
		if i == 3 {
			wantError(t, errs[i], `"scale 3"`)
			if p != nil {
				t.Error("a pipeline and an error")
			}
			continue
		}
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		t.Cleanup(p.Close)
		begin(t, c)
		c.Dispatch(bind(t, p, source, result), []uint32{n, 7}, [3]uint32{n / 32, 1, 1})
		run(t, c)
		if got := download(t, result); got[5] != uint32(i)*5+7 {
			t.Errorf("pipeline %d: %d", i, got[5])
		}
	}
}

// One by one, a pipeline is begun after the one before it is made: with its own call and its own
// error.
func TestPipelinesOneByOne(t *testing.T) {
	var calls []string // without a lock: -race would find calls at the same time
	d := openWith(t, DeviceOptions{OneByOne: true, Trace: func(call, operation string) {
		if call == "vkCreateComputePipelines" {
			calls = append(calls, operation)
		}
	}})
	var specs []PipelineSpec
	for i := range 9 {
		specs = append(specs, PipelineSpec{Name: fmt.Sprint("increment ", i), SPIRV: shader(t, "increment"),
			Bindings: 1})
	}
	made, _ := d.NewPipelines(t.Context(), specs)
	for i, p := range made {
		if p.Close(); calls[i] != fmt.Sprintf("create pipeline \"increment %d\"", i) {
			t.Errorf("calls: %q", calls)
		}
	}
}

// After the end of the context no pipeline is made.
func TestNewPipelinesAfterTheContext(t *testing.T) {
	d := openDevice(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	made, errs := d.NewPipelines(ctx, []PipelineSpec{{Name: "increment", SPIRV: shader(t, "increment"), Bindings: 1}})
	if made[0] != nil || !errors.Is(errs[0], context.Canceled) {
		t.Error(made, errs)
	}
}
