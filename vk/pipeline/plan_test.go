package pipeline

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

func TestPlanRefusesTooLargeBuffers(t *testing.T) {
	plan := (&Recording{Buffers: []Buffer{{"matrix", 1 << 20}, {"tours", 1 << 18}}, Readback: []string{"tours"}}).MemoryPlan()
	if plan.Bytes() != 5<<20 {
		t.Errorf("the plan takes %d bytes, want 5 MiB", plan.Bytes())
	}
	if plan.HostBytes != stagingBytes+maxInFlight<<20 {
		t.Errorf("the plan takes %d bytes of the host", plan.HostBytes)
	}
	roomy := Limits{StorageRange: 4 << 20, MaxAllocation: 4 << 20, DeviceMemory: 5 << 20}
	if err := plan.Check(roomy); err != nil {
		t.Errorf("exactly enough: %v", err)
	}
	for want, tighten := range map[string]func(*Limits){
		"exceeds the limit of one storage buffer: 4.0 MiB needed":     func(l *Limits) { l.StorageRange-- },
		"exceeds the limit of one allocation: 4.0 MiB needed":         func(l *Limits) { l.MaxAllocation-- },
		"the plan exceeds the limit of device memory: 5.0 MiB needed": func(l *Limits) { l.DeviceMemory-- },
	} {
		limits := roomy
		tighten(&limits)
		var tooLarge *TooLargeError
		err := plan.Check(limits)
		if !errors.As(err, &tooLarge) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "matrix") {
			t.Errorf("want an error with %q and the plan, got %v", want, err)
		}
	}
}

func TestFormatBytes(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 B", 1023: "1023 B", 1536: "1.5 KiB", 128 << 20: "128.0 MiB", 3 << 40: "3.0 TiB"} {
		if got := FormatBytes(n); got != want {
			t.Errorf("FormatBytes(%d) = %q, want %q", n, got, want)
		}
	}
}

// A shader's interface or a dispatch can exceed the device's limits.
func TestCheckRefusesShadersAndDispatches(t *testing.T) {
	shader := shaders.Shader{Interface: shaders.Interface{
		Bindings: []shaders.Binding{{Name: "a"}, {Name: "b"}}, Push: []string{"first", "count", "cities"},
	}}
	recording := Recording{Buffers: []Buffer{{"a", 1}, {"b", 1}}, Passes: []Pass{
		{Stage: "small", Shader: &shaders.Shader{}, Units: 1}, {Stage: "best", Shader: &shader, Units: 50, MaxUnits: 12},
	}}
	roomy := Limits{StorageRange: 4, DeviceMemory: 8, Bindings: 2, PushBytes: 12, GroupCount: [2]uint32{4, 3}}
	if err := recording.Check(roomy); err != nil {
		t.Errorf("exactly enough: %v", err)
	}
	if err := recording.Check(Limits{StorageRange: 4, DeviceMemory: 8}); err != nil {
		t.Errorf("unknown limits: %v", err)
	}
	for want, tighten := range map[string]func(*Limits){
		"stage best exceeds the limit of storage buffers per shader: 2 needed, 1 available": func(l *Limits) { l.Bindings = 1 },
		"stage best exceeds the limit of push constants: 12 B needed, 8 B available":        func(l *Limits) { l.PushBytes = 8 },
		"stage best exceeds the limit of work-groups per dispatch: 12 needed, 8 available":  func(l *Limits) { l.GroupCount[1] = 2 },
		"buffer a exceeds the limit of one storage buffer: 4 B needed, 3 B available":       func(l *Limits) { l.StorageRange = 3 },
	} {
		limits := roomy
		tighten(&limits)
		var tooLarge *TooLargeError
		if err := recording.Check(limits); !errors.As(err, &tooLarge) || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// AMD's driver reports a limit of 2³²−1 subgroups per work-group.
func TestLimitsOfManySubgroups(t *testing.T) {
	info := vk.Info{MaxWorkgroupInvocations: 1024, MaxWorkgroupSize: [3]uint32{1024, 1, 1}, SubgroupSizeControl: true, SubgroupSize: 64,
		SubgroupSizeMin: 64, SubgroupOperations: []string{"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative"}}
	for most, want := range map[uint32]uint32{math.MaxUint32: 1024, 1 << 26: 1024, 8: 512, 0: 1024} {
		info.MaxWorkgroupSubgroups = most
		if got := LimitsOf(&info).GroupSize; got != want {
			t.Errorf("with %d subgroups a work-group has %d invocations, want %d", most, got, want)
		}
	}
}

// A device takes memory of the host if it has none of its own.
func TestSharesHostMemory(t *testing.T) {
	for _, c := range []struct {
		info  vk.Info
		takes bool
	}{{vk.Info{Type: "integrated", UnifiedMemory: true}, true}, {vk.Info{Type: "cpu", UnifiedMemory: true}, true}, {vk.Info{Type: "discrete", UnifiedMemory: true}, false}, {vk.Info{Type: "discrete"}, false}} {
		if takes := SharesHostMemory(&c.info); takes != c.takes {
			t.Errorf("%s, unified %v: %v", c.info.Type, c.info.UnifiedMemory, takes)
		}
	}
}
