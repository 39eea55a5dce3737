package probe

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The devices of the tests keep to every feature that they have.
func TestDeviceKeepsToItsFeatures(t *testing.T) {
	device := vktest.Open(t)
	for _, p := range All() {
		if r := p.Run(t.Context(), device); r.Verdict == Differs || r.Verdict == Failed {
			t.Errorf("%s: %s: %s", r.Name, r.Verdict, r.Detail)
		}
	}
}

// No two probes have one name.
func TestProbesHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range All() {
		if seen[p.Name] || p.Name == "" || p.Feature == "" {
			t.Errorf("probe %q of feature %q is there twice or has no name", p.Name, p.Feature)
		}
		seen[p.Name] = true
	}
}

// A device that gives one wrong word is found, whatever the probe and wherever the word.
func TestOneWrongWordIsFound(t *testing.T) {
	device := vktest.Open(t)
	oneWord := map[*shaders.Shader]bool{ // of the two that an invocation has
		&shaders.ProbeFloat: true, &shaders.ProbeAtomic: true, &shaders.ProbeAtomicShared: true, &shaders.ProbeMemory: true,
	}
	for _, p := range All() {
		if p.refusal(device.Info()) != "" {
			continue
		}
		results, asked, err := p.try(t.Context(), device, p.shapes(device.Info())[0])
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		for _, at := range []int{0, 1, len(results)/2 | 1, len(results) - 2, len(results) - 1} {
			if at%2 == 1 && oneWord[p.shader] {
				continue
			}
			results[at] ^= 1 << 30
			if asked.check(results) == "" {
				t.Errorf("%s: word %d of %d is wrong, and nobody sees it", p.Name, at, len(results))
			}
			results[at] ^= 1 << 30
		}
		if difference := asked.check(results); difference != "" {
			t.Errorf("%s: %s", p.Name, difference)
		}
	}
}

// What a device does not have is refused, and nothing is run.
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

// A device that hangs is given up: it fails its probe, and is asked for nothing more.
func TestHangingDeviceIsGivenUp(t *testing.T) {
	device := vktest.Open(t, vk.Fault{Call: "vkWaitForFences", Operation: arithmetic[0].Name, Result: vk.Timeout})
	for _, p := range arithmetic[:2] {
		if r := p.Run(t.Context(), device); r.Verdict != Failed || !errors.Is(r.Err, vk.ErrHung) {
			t.Errorf("%s: %s: %v", p.Name, r.Verdict, r.Err)
		}
	}
}

// A module that no driver takes is a failed probe, not the end of all.
func TestFailureIsAVerdict(t *testing.T) {
	device := vktest.Open(t)
	p := withModule(arithmetic[0], []byte{1, 2, 3})
	if r := p.Run(t.Context(), device); r.Verdict != Failed || r.Err == nil || r.Detail == "" {
		t.Errorf("%+v; want a failed probe with its error", r)
	}
}

// With every size that can be required subgroups fit into the work-group, and so many of them are allowed.
func TestShapes(t *testing.T) {
	for _, info := range []vk.Info{
		{SubgroupSize: 32, SubgroupSizeMin: 8, SubgroupSizeMax: 32, SubgroupSizeControl: true, MaxWorkgroupInvocations: 1024,
			MaxWorkgroupSubgroups: 64, MaxWorkgroupSize: [3]uint32{1024, 1024, 64}},
		{SubgroupSize: 64, SubgroupSizeMin: 32, SubgroupSizeMax: 64, SubgroupSizeControl: true, MaxWorkgroupInvocations: 128,
			MaxWorkgroupSubgroups: 2, MaxWorkgroupSize: [3]uint32{128, 128, 64}},
		{SubgroupSize: 4, SubgroupSizeMin: 4, SubgroupSizeMax: 4, MaxWorkgroupInvocations: 200, MaxWorkgroupSize: [3]uint32{200, 200, 64}},
	} {
		sizes := 0
		for _, s := range subgroups[0].shapes(&info) {
			sizes++
			if s.group > info.MaxWorkgroupInvocations || s.group%s.block != 0 || s.required > s.group ||
				s.required > 0 && s.group/s.required > info.MaxWorkgroupSubgroups {
				t.Errorf("%+v of a device with %+v", s, info)
			}
		}
		if !info.SubgroupSizeControl && sizes != 1 || info.SubgroupSizeControl && info.SubgroupSizeMin<<(sizes-1) != info.SubgroupSizeMax {
			t.Errorf("%d sizes of subgroups from %d to %d", sizes, info.SubgroupSizeMin, info.SubgroupSizeMax)
		}
	}
}

// withModule has a probe run another module.
func withModule(p Probe, module []byte) Probe {
	other := *p.shader
	other.Module = module
	p.shader = &other
	return p
}
