package probe

import (
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// plantedFaults are faults of compilers that the probes of a shader find.
var plantedFaults = []struct {
	name               string // of the fault
	shader             *shaders.Shader
	correct, incorrect reflect.Use
	from               []string // the probes that find it
}{
	// In shared memory the data of an earlier run may be in place of what is not stored.
	{"data are not stored", &shaders.ProbeLitmus, reflect.Use{Op: 62}, reflect.Use{},
		[]string{"message passing, device", "message passing, work-group"}},
	{"writes are lost", &shaders.ProbeLitmus, reflect.Use{Op: 229}, reflect.Use{Op: 240}, // AtomicExchange, AtomicAnd
		[]string{"store buffering, device", "progress of work-groups", "message passing, shared memory"}},
	{"a sum is a product", &shaders.ProbeReconverge, reflect.Use{Op: 349}, reflect.Use{Op: 351},
		[]string{"subgroupAdd behind divergent code", "subgroupAdd in a divergent loop"}},
	{"products are sums", &shaders.ProbeShared, reflect.Use{Op: 132}, reflect.Use{Op: 128},
		[]string{"shared memory up to the limit"}},
	{"work-groups repeat", &shaders.ProbeLarge, reflect.Use{Op: 242}, reflect.Use{Op: 241}, // AtomicXor, AtomicOr
		[]string{"65,535 work-groups along x", "65,535 work-groups along y"}},
	{"products are sums", &shaders.ProbeDispatch, reflect.Use{Op: 132}, reflect.Use{Op: 128},
		[]string{"many dispatches in a submission"}},
	{"products are sums", &shaders.ProbeTypesInt64, reflect.Use{Op: 132}, reflect.Use{Op: 128},
		[]string{"64-bit integers"}},
	{"products are sums", &shaders.ProbeTypesInt16, reflect.Use{Op: 132}, reflect.Use{Op: 128},
		[]string{"16-bit integers"}},
}

// Probes of memory, progress, reconvergence, dispatches and types find planted faults. What no
// shader relies on is a warning.
func TestPlantedFaultsAreFound(t *testing.T) {
	device := vktest.Open(t)
	for _, f := range plantedFaults {
		module := wordsOf(t, f.shader)
		replace(t, module, f.correct, f.incorrect)
		for _, name := range f.from {
			p := named(t, name)
			if p.refusal(device.Info()) != "" {
				continue
			}
			want := Differs
			if p.optional {
				want = Warn
			}
			healthy := p.Run(t.Context(), device) // some devices do not guarantee what is optional
			r := withModule(p, module).Run(t.Context(), device)
			if r.Verdict != want || r.Detail == healthy.Detail {
				t.Errorf("%s: %s: %s with the fault, want %s: %q, %q", name, f.name, r.Verdict, want, r.Detail,
					healthy.Detail)
			}
		}
	}
}

func named(t *testing.T, name string) Probe {
	t.Helper()
	at := slices.IndexFunc(All(), func(p Probe) bool { return p.Name == name })
	if at < 0 {
		t.Fatalf("there is no probe %q", name)
	}
	return All()[at]
}

// A driver that gives a constant the value of another one is found.
func TestMixedUpConstantsAreFound(t *testing.T) {
	device := vktest.Open(t)
	const given, unknown = 3, 999
	module := wordsOf(t, &shaders.ProbeProgram)
	for _, one := range reflect.Instructions(module) {
		// a decoration with SpecId, which is 1
		if one[0] == 4<<16|71 && one[2] == 1 && one[3] == given {
			one[3] = unknown
		}
	}
	p := withModule(named(t, "specialization constants that the shader does not have"), module)
	if r := p.Run(t.Context(), device); r.Verdict != Warn {
		t.Errorf("%s: %s", r.Verdict, r.Detail)
	}
}

// A driver that takes a subgroup's barrier for a barrier of the work-group is found. On a GPU such a
// shader may hang.
func TestBarrierOfTheWrongScopeIsFound(t *testing.T) {
	device := vktest.Open(t)
	if device.Info().DriverID != vk.DriverLLVMpipe {
		t.Skip("the driver may hang")
	}
	const subgroup, group = 3, 2 // scopes
	module := wordsOf(t, &shaders.ProbeUneven)
	for _, one := range reflect.Instructions(module) {
		if one[0] == 4<<16|43 && one[3] == subgroup { // a constant
			one[3] = group
		}
	}
	r := withModule(named(t, "subgroupBarrier() at different numbers"), module).Run(t.Context(), device)
	if r.Verdict != Differs {
		t.Errorf("%s: %s", r.Verdict, r.Detail)
	}
}

// Every probe says what goes wrong without its feature: nothing, if no shader relies on it.
func TestConsequences(t *testing.T) {
	for _, p := range All() {
		harmless := strings.HasPrefix(p.Breaks(), "nothing: ")
		if p.Breaks() == "" || harmless && !p.optional {
			t.Errorf("%s: %q", p.Name, p.Breaks())
		}
	}
}
