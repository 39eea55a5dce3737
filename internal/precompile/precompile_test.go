package precompile

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// childVariable is the environment variable that makes the test binary a child.
const childVariable = "PRECOMPILE_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	if err := Serve(openTraced, os.Stdin, os.Stdout); err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
}

// openTraced opens the device that vktest.Open opens.
func openTraced(trace func(call, operation string)) (*vk.Device, error) {
	instance, err := vk.Open(vk.Options{})
	if err != nil {
		return nil, err
	}
	for _, info := range instance.Devices() {
		if info.Unusable() == "" {
			return instance.OpenDevice(info.Index, vk.DeviceOptions{Trace: trace})
		}
	}
	return nil, errors.New("no device")
}

// fixture is a device, a checker that counts its children, and two pipelines.
type fixture struct {
	Checker
	device    *vk.Device
	pipelines []vk.PipelineSpec
	children  int
}

// newFixture returns a fixture with a cache folder of its own, whose children have these
// environment variables.
func newFixture(t *testing.T, variables ...string) *fixture {
	t.Helper()
	f := &fixture{device: vktest.Open(t)}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	f.Command = func(int) *exec.Cmd {
		f.children++
		command := exec.Command(os.Args[0])
		command.Env = append(append(os.Environ(), childVariable+"=1"), variables...)
		return command
	}
	for _, groups := range []uint32{32, 64} {
		pass := pipeline.Pass{Stage: "evaporate", Shader: &shaders.Evaporate,
			Constants: map[string]uint32{pipeline.GroupSize: groups}}
		spec := must.Get(pass.Spec(f.device.Info()))(t)
		f.pipelines = append(f.pipelines, spec)
	}
	t.Cleanup(f.Close)
	return f
}

func (f *fixture) check(t *testing.T) error {
	t.Helper()
	return f.Check(t.Context(), f.device, f.pipelines)
}

// provenFile returns the file of the pipelines that are proven.
func provenFile(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "aco-vk", "*.proven"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	return files[0]
}

// Pipelines are made in a child once. Others, and all after damage of the file, are made again.
func TestPipelinesAreCheckedOnce(t *testing.T) {
	f := newFixture(t)
	all := f.pipelines
	for i, step := range []struct {
		pipelines []vk.PipelineSpec
		damage    func(text []byte) []byte
		children  int
	}{
		{pipelines: all[:1], children: 1},
		{pipelines: all[:1], children: 1},
		{pipelines: slices.Concat(all, all), children: 2},
		{pipelines: all, children: 2},
		{pipelines: all, damage: func(text []byte) []byte { return text[:len(text)-1] }, children: 3},
		{pipelines: all, damage: func(text []byte) []byte { text[len(text)-1]++; return text }, children: 4},
		{pipelines: all, damage: func([]byte) []byte { return []byte("another file") }, children: 5},
		{pipelines: all,
			damage:   func(text []byte) []byte { return bytes.Replace(text, []byte("\n"), []byte("0\n"), 1) },
			children: 6}, // another version
		{pipelines: all, children: 6},
	} {
		if step.damage != nil {
			file := provenFile(t)
			text, err := os.ReadFile(file)
			if err == nil {
				err = os.WriteFile(file, step.damage(text), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		f.pipelines = step.pipelines
		if err := f.check(t); err != nil || f.children != step.children {
			t.Fatalf("step %d: %d children, want %d; error %v", i, f.children, step.children, err)
		}
		p := must.Get(f.device.NewPipeline(f.pipelines[0]))(t)
		p.Close()
	}
}

// openInstance opens a Vulkan instance, which is closed at the end of the test.
func openInstance(t *testing.T) *vk.Instance {
	t.Helper()
	instance := must.Get(vk.Open(vk.Options{}))(t)
	t.Cleanup(func() { instance.Close() })
	return instance
}

// A device is opened in a child once. A crash there is an error that is not stored.
func TestOpeningIsCheckedOnce(t *testing.T) {
	instance, f := openInstance(t), newFixture(t)
	index := f.device.Info().Index
	healthy := f.Command
	layer := vktest.FaultLayer(t)
	f.Command = func(index int) *exec.Cmd {
		command := healthy(index)
		command.Env = append(append(command.Env, layer...), "FAULT_LAYER=open")
		return command
	}
	var failure *Error
	if err := f.CheckOpening(instance, index); !errors.As(err, &failure) || failure.End.Signal != "SIGSEGV" ||
		!strings.Contains(err.Error(), "while it opens the device") {
		t.Fatal(err)
	}
	f.Command = healthy
	for range 2 {
		if err := f.CheckOpening(instance, index); err != nil || f.children != 2 {
			t.Errorf("%d children, %v", f.children, err)
		}
	}
}

// What is proven needs no child, so it does not wait for another one, which may hang. What is not
// proven waits as long as the context lasts.
func TestProvenDoesNotWait(t *testing.T) {
	instance, f := openInstance(t), newFixture(t)
	index := f.device.Info().Index
	loadProven(f.device.Info().Name, f.device.Driver()).keep(slices.Concat(opening, f.pipelines[:1]))
	must.Do(t, f.take(t.Context()))
	defer f.give()
	if err := errors.Join(f.CheckOpening(instance, index), f.Check(t.Context(), f.device, f.pipelines[:1])); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Check(ctx, f.device, f.pipelines); !errors.Is(err, context.Canceled) || f.children != 0 {
		t.Errorf("error %v, %d children", err, f.children)
	}
}

// The child that has opened a device makes its first pipelines. Later ones have another child.
func TestChildThatHasOpenedTheDevice(t *testing.T) {
	instance, f := openInstance(t), newFixture(t)
	must.Do(t, f.CheckOpening(instance, f.device.Info().Index))
	all := f.pipelines
	for children := 1; children <= 2; children++ {
		f.pipelines = all[:children]
		if err := f.check(t); err != nil || f.children != children {
			t.Fatalf("%d children, want %d; error %v", f.children, children, err)
		}
	}
	if known := loadProven(f.device.Info().Name, f.device.Driver()); len(known.missing(all)) != 0 {
		t.Error("pipelines are missing")
	}
}

// The error of a driver that crashes or hangs says how and where, and names the pipeline even if
// several were made at the same time. Pipelines before it are proven; the next check tries the
// others again.
func TestFaultsOfDrivers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	layer := vktest.FaultLayer(t)
	for _, c := range []struct {
		fault, from, call string
		cause             child.Cause
		text              string
		missing           int // pipelines that are not proven
	}{
		{"crash", "2", "vkCreateComputePipelines", child.Crashed, "crashes while it makes pipeline \"evaporate\"", 1},
		{"abort", "2", "vkCreateComputePipelines", child.Crashed, "SIGABRT", 1},
		{"hang", "1", "vkQueueSubmit", child.Hung, "made no progress for 20s in vkQueueSubmit", 2},
	} {
		t.Run(c.fault, func(t *testing.T) {
			if c.cause == child.Hung && testing.Short() {
				t.Skip("waits until a hang is certain")
			}
			f := newFixture(t, append(layer, "FAULT_LAYER="+c.fault, "FAULT_LAYER_FROM="+c.from)...)
			if f.Silence = time.Hour; c.cause == child.Hung {
				f.Silence = 20 * time.Second
			}
			var failure *Error
			if err := f.check(t); !errors.As(err, &failure) || !errors.Is(err, vk.ErrCrash) || !vk.IsFailure(err) {
				t.Fatal(err)
			}
			if failure.End.Cause != c.cause || failure.Call != c.call || failure.Pipeline != "evaporate" ||
				!strings.Contains(failure.Error(), c.text) {
				t.Errorf("%v", failure)
			}
			if f.children != 2 { // all at the same time, then one by one
				t.Errorf("%d children", f.children)
			}
			if known := loadProven(f.device.Info().Name,
				f.device.Driver()); len(known.missing(f.pipelines)) != c.missing {
				t.Errorf("%d pipelines are proven", len(known.keys))
			}
			if c.missing > 1 {
				return
			}
			if err := f.check(t); err != nil || f.children != 3 { // a child's second pipeline has the fault
				t.Errorf("%d children, %v", f.children, err)
			}
		})
	}
}

// Pipelines are not checked if that is not possible: the caller makes them.
func TestChecksThatAreNotPossible(t *testing.T) {
	for name, change := range map[string]func(f *fixture){
		"no program": func(f *fixture) { f.Command = func(int) *exec.Cmd { return exec.Command("/nowhere") } },
		"the child fails": func(f *fixture) {
			f.Command = func(int) *exec.Cmd { return exec.Command(os.Args[0], "-test.run=^$") }
		},
		"no folder": func(*fixture) { t.Setenv("XDG_CACHE_HOME", "") },
		"the folder cannot be written": func(f *fixture) {
			t.Setenv("XDG_CACHE_HOME", os.Args[0])
			f.Command = func(int) *exec.Cmd { panic("what a child finds could not be stored") }
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			t.Setenv("HOME", "")
			change(f)
			if err := f.check(t); err != nil {
				t.Error(err)
			}
		})
	}
}

// A context that ends is the error, and ends a child that hangs.
func TestContext(t *testing.T) {
	f := newFixture(t, append(vktest.FaultLayer(t), "FAULT_LAYER=hang")...)
	f.Silence = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	command := f.Command
	f.Command = func(index int) *exec.Cmd {
		cancel()
		return command(index)
	}
	if err := f.Check(ctx, f.device, f.pipelines); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
