package probe

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The test devices pass every probe of a feature that they have.
func TestDevicePassesProbes(t *testing.T) {
	device := vktest.Open(t)
	for _, p := range All() {
		if r := p.Run(t.Context(), device); r.Verdict == Differs || r.Verdict == Failed {
			t.Errorf("%s: %s: %s", p.Name, r.Verdict, r.Detail)
		}
	}
}

// Every probe has a feature and a name of its own.
func TestProbeNames(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range All() {
		if seen[p.Name] || p.Name == "" || p.Feature == "" {
			t.Errorf("probe %q of feature %q: duplicate or missing name", p.Name, p.Feature)
		}
		seen[p.Name] = true
	}
}

// Every probe finds one wrong word, wherever it is.
func TestOneWrongWordIsFound(t *testing.T) {
	device := vktest.Open(t)
	oneWord := map[*shaders.Shader]bool{ // the second word of an invocation is not used
		&shaders.ProbeFloat: true, &shaders.ProbeAtomic: true, &shaders.ProbeAtomicShared: true,
		&shaders.ProbeMemory: true,
	}
	for _, p := range All() {
		if p.refusal(device.Info()) != "" {
			continue
		}
		results, w, err := p.try(t.Context(), device, p.launches(device.Info())[0])
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if p.optional && w.check(results) != "" {
			continue // the device does not guarantee it
		}
		for _, at := range []int{0, 1, len(results)/2 | 1, len(results) - 2, len(results) - 1} {
			if at%2 == 1 && oneWord[p.shader] {
				continue
			}
			results[at] ^= 1 << 30
			if w.check(results) == "" {
				t.Errorf("%s: a wrong word %d of %d is not found", p.Name, at, len(results))
			}
			results[at] ^= 1 << 30
		}
		if difference := w.check(results); difference != "" {
			t.Errorf("%s: %s", p.Name, difference)
		}
	}
}

// Probes of features that the device lacks are refused, and do not run.
func TestMissingFeaturesAreRefused(t *testing.T) {
	device := vktest.Open(t)
	p := subgroups[0]
	p.class = "rotate_clustered"
	if r := p.Run(t.Context(), device); r.Verdict != Refused || !strings.Contains(r.Detail, p.class) {
		t.Errorf("%s, %q; a class of operations that no device has is refused", r.Verdict, r.Detail)
	}
	p.class = ""
	device = vktest.OpenLimited(t, func(l *vk.Limits) { l.MaxWorkgroupInvocations = 2 })
	if info := device.Info(); !info.SubgroupSizeControl || info.SubgroupSizeMin <= 2 {
		t.Skip("the subgroups of this device fit every work-group")
	}
	if r := p.Run(t.Context(), device); r.Verdict != Refused || !strings.Contains(r.Detail, "work-groups of 2") {
		t.Errorf("%s, %q; subgroups that no work-group holds are refused", r.Verdict, r.Detail)
	}
}

// A device that hangs fails its probe and all later ones.
func TestHangingDevice(t *testing.T) {
	device := vktest.Open(t, vk.Fault{Call: "vkWaitForFences", Operation: arithmetic[0].Name, Result: vk.Timeout})
	for _, p := range arithmetic[:2] {
		if r := p.Run(t.Context(), device); r.Verdict != Failed || !errors.Is(r.Err, vk.ErrHung) {
			t.Errorf("%s: %s: %v", p.Name, r.Verdict, r.Err)
		}
	}
}

// An invalid module is a failed probe.
func TestInvalidModule(t *testing.T) {
	device := vktest.Open(t)
	p := withModule(arithmetic[0], []uint32{1, 2, 3})
	if r := p.Run(t.Context(), device); r.Verdict != Failed || r.Err == nil || r.Detail == "" {
		t.Errorf("%+v; want a failed probe with its error", r)
	}
}

// Every selectable subgroup size has a launch whose work-group holds whole subgroups and no more
// than allowed.
func TestLaunches(t *testing.T) {
	for _, info := range []vk.Info{
		{SubgroupSize: 32, SubgroupSizeMin: 8, SubgroupSizeMax: 32, SubgroupSizeControl: true,
			MaxWorkgroupInvocations: 1024,
			MaxWorkgroupSubgroups:   64, MaxWorkgroupSize: [3]uint32{1024, 1024, 64}},
		{SubgroupSize: 64, SubgroupSizeMin: 32, SubgroupSizeMax: 64, SubgroupSizeControl: true,
			MaxWorkgroupInvocations: 128,
			MaxWorkgroupSubgroups:   2, MaxWorkgroupSize: [3]uint32{128, 128, 64}},
		{SubgroupSize: 4, SubgroupSizeMin: 4, SubgroupSizeMax: 4, MaxWorkgroupInvocations: 200,
			MaxWorkgroupSize: [3]uint32{200, 200, 64}},
	} {
		sizes := 0
		for _, l := range subgroups[0].launches(&info) {
			sizes++
			if l.groupSize > info.MaxWorkgroupInvocations || l.groupSize%l.block != 0 || l.subgroupSize > l.groupSize ||
				l.subgroupSize > 0 && l.groupSize/l.subgroupSize > info.MaxWorkgroupSubgroups {
				t.Errorf("%+v of a device with %+v", l, info)
			}
		}
		if !info.SubgroupSizeControl && sizes != 1 || info.SubgroupSizeControl &&
			info.SubgroupSizeMin<<(sizes-1) != info.SubgroupSizeMax {
			t.Errorf("%d sizes of subgroups from %d to %d", sizes, info.SubgroupSizeMin, info.SubgroupSizeMax)
		}
	}
}

// withModule returns the probe with another module.
func withModule(p Probe, words []uint32) Probe {
	other := *p.shader
	other.Module = reflect.Bytes(words)
	p.shader = &other
	return p
}
