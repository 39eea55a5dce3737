package merged

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// The plan has the bytes of a city that were measured: at most 128 on a device with memory of its
// own. On the processor and with more colonies it has up to a fifth more than was measured.
func TestHostPlan(t *testing.T) {
	const cities = 100_000_000
	plane := hostSize{cities: cities, axes: 2, width: 8, colonies: 1}
	processor, several, population := plane, plane, plane
	processor.processor, several.colonies, population.colonies, population.population = true, 4, 4, true
	for name, c := range map[string]struct {
		size hostSize
		each uint64 // bytes of a city
	}{"device": {plane, 128}, "processor": {processor, 177}, "colonies": {several, 164}, "population": {population, 356}} {
		plan := c.size.plan(nil)
		bytes := plan.Bytes() - programBytes
		if each := bytes / cities; each != c.each {
			t.Errorf("%s: %d bytes of a city, want %d", name, each, c.each)
		}
	}
	device := hostItem{Name: "device", Bytes: 1 << 40, Device: true}
	if plan := plane.plan(HostPlan{device}); plan.Bytes() <= 1<<40 || plan.Heap() >= 1<<40 || plan.Held() != 16*cities {
		t.Errorf("a device without memory of its own: %s, heap %d, held %d", plan, plan.Heap(), plan.Held())
	}
}

// A run that needs more memory than there is ends before it allocates any, with the plan and the
// number of cities that fit. So does its plan.
func TestHostTooSmall(t *testing.T) {
	instance, devices := tsptest.Generate(t, "uniform", 2000, 1), []*pipeline.Device{nil}
	o := Options{Parameters: parameters(1), Rules: engine.Rules{Iterations: 1}}
	plan := must.Get(PlanHost(instance, devices, o))(t)
	o.HostMemory = plan.Bytes()
	if _, err := PlansFor(instance, devices, o); err != nil {
		t.Errorf("exactly enough: %v", err)
	}
	o.HostMemory--
	_, refusedPlan := PlansFor(instance, devices, o)
	_, refusedRun := Solve(t.Context(), instance, devices, o, nil)
	for _, err := range []error{refusedPlan, refusedRun} {
		var tooLarge *option.TooLargeError
		var host *HostTooSmallError
		if !errors.As(err, &tooLarge) || !errors.As(err, &host) || host.Available != o.HostMemory || len(host.Plan) == 0 {
			t.Fatalf("%v", err)
		}
		if text := err.Error(); !strings.HasPrefix(text, "the plan does not fit the host: 96.") || !strings.Contains(text, "candidates") ||
			!strings.Contains(text, "\nuse an instance of at most 1999 cities") {
			t.Errorf("%s", text)
		}
	}
}

// An instance that does not exist yet is refused, too.
func TestCheckCities(t *testing.T) {
	if err := CheckCities(100_000_000, 12_000_000_000); !errors.As(err, new(*HostTooSmallError)) {
		t.Errorf("12 GB for 100 million cities: %v", err)
	}
	for _, c := range []struct {
		cities int
		bytes  uint64
	}{{100_000_000, 13_000_000_000}, {model.MaxCities, 18_000_000_000}, {8, 0}} {
		if err := CheckCities(c.cities, c.bytes); err != nil {
			t.Errorf("%d cities with %d bytes: %v", c.cities, c.bytes, err)
		}
	}
}
