package classic

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// limitsWithMemory returns the limits of a device with the given memory.
func limitsWithMemory(bytes uint64) pipeline.Limits {
	return pipeline.Limits{StorageRange: math.MaxUint32, DeviceMemory: bytes, GroupSize: 128, SharedBytes: 16 << 10, SubgroupSize: 32, MinSubgroupSize: 32}
}

// planOf returns the memory plan for a distance source, and the chosen source.
func planOf(t *testing.T, instance *tsp.Instance, distances DistanceSource, limits pipeline.Limits) (pipeline.MemoryPlan, DistanceSource, error) {
	t.Helper()
	parameters := model.AntSystem()
	parameters.Selection = model.SelectScan // has no limit on the number of cities
	p := must.Get(model.NewUnprepared(instance, parameters))(t)
	recording, config, err := planRecording(p, Options{Kernel: KernelConfig{Distances: distances}}, limits)
	return recording.MemoryPlan(), config.withDefaults(p).Distances, err
}

// TestDistanceSourceFollowsMemory shows that distances are computed only if the matrix does not
// fit.
func TestDistanceSourceFollowsMemory(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 200, 1)
	whole, _, err := planOf(t, instance, DistancesMatrix, limitsWithMemory(1<<30))
	if err != nil {
		t.Fatal(err)
	}
	compact, _, err := planOf(t, instance, DistancesCoordinates, limitsWithMemory(1<<30))
	if err != nil {
		t.Fatal(err)
	}
	if compact.Bytes() >= whole.Bytes() {
		t.Fatalf("%d bytes with coordinates, %d with the matrix", compact.Bytes(), whole.Bytes())
	}
	geographic := *instance
	geographic.Metric = tsp.GEO
	for _, c := range []struct {
		instance *tsp.Instance
		asked    DistanceSource
		bytes    uint64
		want     DistanceSource // "": an error
	}{
		{instance, "", whole.Bytes(), DistancesMatrix},
		{instance, "", whole.Bytes() - 1, DistancesCoordinates},
		{instance, "", compact.Bytes(), DistancesCoordinates},
		{instance, "", compact.Bytes() - 1, ""},
		{instance, DistancesCoordinates, whole.Bytes(), DistancesCoordinates},
		{instance, DistancesMatrix, whole.Bytes() - 1, ""},
		{&geographic, "", whole.Bytes(), DistancesMatrix},
		{&geographic, "", whole.Bytes() - 1, ""},
	} {
		_, source, err := planOf(t, c.instance, c.asked, limitsWithMemory(c.bytes))
		var tooLarge *pipeline.TooLargeError
		if c.want == "" && !errors.As(err, &tooLarge) || c.want != "" && (err != nil || source != c.want) {
			t.Errorf("%s, asked for %q with %d bytes: %q, %v", c.instance.Metric, c.asked, c.bytes, source, err)
		}
	}
	var problemErr *option.Error
	if _, _, err := planOf(t, &geographic, DistancesCoordinates, limitsWithMemory(1<<30)); !errors.As(err, &problemErr) {
		t.Errorf("coordinates of %s: %v", geographic.Metric, err)
	}
}

// TestRemedyCities shows that the advised number of cities is the largest that fits, for every
// distance source.
func TestRemedyCities(t *testing.T) {
	limits := limitsWithMemory(1 << 20)
	most := map[DistanceSource]int{}
	for _, asked := range []DistanceSource{"", DistancesMatrix, DistancesCoordinates} {
		_, _, err := planOf(t, tsptest.Generate(t, "uniform", 2000, 1), asked, limits)
		most[asked] = atMost(t, err, option.Cities)
		if _, _, err := planOf(t, tsptest.Generate(t, "uniform", most[asked], 1), asked, limits); err != nil {
			t.Errorf("asked for %q: %d cities: %v", asked, most[asked], err)
		}
		if _, _, err := planOf(t, tsptest.Generate(t, "uniform", most[asked]+1, 1), asked, limits); err == nil {
			t.Errorf("asked for %q: %d cities fit too", asked, most[asked]+1)
		}
	}
	if most[""] != most[DistancesCoordinates] || most[""] <= most[DistancesMatrix] {
		t.Errorf("up to %v cities", most)
	}
}

// TestOtherRemedies shows that advised numbers of colonies and ants are the largest that fit, and
// that an advised memory fits.
func TestOtherRemedies(t *testing.T) {
	plan := func(bytes uint64, colonies, ants int, memory model.Memory) error {
		parameters := model.AntColonySystem()
		parameters.Colonies, parameters.Ants, parameters.Memory, parameters.Candidates = colonies, ants, memory, 8
		p, err := model.NewUnprepared(tsptest.Generate(t, "uniform", 300, 1), parameters)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = planRecording(p, Options{}, limitsWithMemory(bytes))
		return err
	}
	for _, c := range []struct {
		option         string // whose largest value is advised
		bytes          uint64
		colonies, ants int
		try            func(bytes uint64, most int) error
	}{
		{option.Colonies, 1 << 20, 10_000, 8, func(bytes uint64, most int) error { return plan(bytes, most, 8, model.MemoryMatrix) }},
		{option.Ants, 1 << 20, 1, 10_000, func(bytes uint64, most int) error { return plan(bytes, 1, most, model.MemoryMatrix) }},
		{option.Ants, 400 << 10, 1, 10_000, func(bytes uint64, most int) error { return plan(bytes, 1, most, model.MemorySelective) }},
	} {
		most := atMost(t, plan(c.bytes, c.colonies, c.ants, model.MemoryMatrix), c.option)
		if err := c.try(c.bytes, most); err != nil {
			t.Errorf("%s: %d: %v", c.option, most, err)
		}
		if c.try(c.bytes, most+1) == nil {
			t.Errorf("%s: %d fit too", c.option, most+1)
		}
	}
	remedy := option.Set(option.Memory, model.MemorySelective)
	err := plan(400<<10, 1, 8, model.MemoryMatrix)
	var tooLarge *option.TooLargeError
	if !errors.As(err, &tooLarge) || !slices.Equal(tooLarge.Remedies[0], remedy) || plan(400<<10, 1, 8, model.MemorySelective) != nil {
		t.Errorf("few ants: %v", err)
	}
}

// atMost returns the largest value of an option that an error advises.
func atMost(t *testing.T, err error, name string) int {
	t.Helper()
	var tooLarge *option.TooLargeError
	if errors.As(err, &tooLarge) {
		for _, change := range slices.Concat(tooLarge.Remedies...) {
			if most, err := strconv.Atoi(change.Value); err == nil && change.Option == name && change.AtMost {
				return most
			}
		}
	}
	t.Fatalf("no advice on %s: %v", name, err)
	return 0
}
