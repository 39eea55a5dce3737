package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// What the fake compiler does with a pipeline of this work-group size.
const (
	compiles = iota + 1
	refuses
	crashes
	hangs
	printsText
)

// The test binary is also the worker process of a fake driver.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == worker {
		fakeWorker()
		return
	}
	os.Exit(m.Run())
}

// fakeWorker answers requests without a driver.
func fakeWorker() {
	child.WriteMessage(os.Stdout, vk.Info{Name: os.Getenv("PORTABILITY_DEVICE")})
	compile := func(spec vk.PipelineSpec) answer {
		a := answer{Statistics: []vk.Statistic{{Name: "VGPRs", Value: 24}}}
		switch spec.Constants[0].Value {
		case refuses:
			a = answer{Failure: "no such instruction"}
		case crashes:
			os.Stderr.WriteString("assertion failed\n")
			os.Exit(134)
		case printsText:
			os.Stdout.WriteString("text of the compiler\n")
		case hangs:
			time.Sleep(time.Hour)
		}
		return a
	}
	_ = child.Serve(os.Stdin, compile, func(a answer) { child.WriteMessage(os.Stdout, a) })
}

func fakeDriver(device string) driver {
	return driver{device: "NONE", vulkanName: "NONE", environment: []string{"PORTABILITY_DEVICE=" + device},
		timeout: time.Hour}
}

func passes(sizes ...uint32) (all []pipeline.Pass) {
	for _, size := range sizes {
		all = append(all, pipeline.Pass{Shader: &shaders.Evaporate,
			Constants: map[string]uint32{pipeline.GroupSize: size}})
	}
	return all
}

// A compiler that crashes fails only the current pipeline. What it prints is no answer.
func TestOnePipelineFailsAlone(t *testing.T) {
	all := fakeDriver("a NONE").compile(passes(compiles, crashes, compiles, refuses, compiles, printsText, compiles), &vk.Info{})
	for i, want := range []string{"", "assertion failed", "", "no such instruction", "", "", ""} {
		if got := all[i].Failure; !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("pipeline %d: %q, not %q", i, got, want)
		}
		if (all[i].Registers == 24) != (want == "") {
			t.Errorf("pipeline %d has %d registers", i, all[i].Registers)
		}
	}
}

// A compiler that hangs is ended after its time.
func TestPipelineHangs(t *testing.T) {
	p := must.Get(fakeDriver("a NONE").start())(t)
	spec := must.Get(passes(hangs)[0].Spec(&vk.Info{}))(t)
	p.limits.Silence = time.Nanosecond
	p.SetLimits(p.limits)
	if _, err := p.compile(spec); err == nil || err.Error() != "no answer within 1ns" {
		t.Errorf("error %v", err)
	}
}

// A driver that opens another device than the requested one is an error.
func TestAnotherDeviceIsRefused(t *testing.T) {
	if _, err := fakeDriver("llvmpipe").start(); err == nil ||
		!strings.Contains(err.Error(), `opened "llvmpipe"`) {
		t.Errorf("error %v", err)
	}
}
