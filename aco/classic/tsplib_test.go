package classic

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// published returns the smallest TSPLIB instance of each kind and metric, from the folder that
// ACO_VK_TSPLIB names.
func published(t *testing.T) []*tsp.Instance {
	folder := os.Getenv("ACO_VK_TSPLIB")
	if folder == "" {
		t.Skip("ACO_VK_TSPLIB does not name a folder with TSPLIB's instances")
	}
	smallest := map[string]*tsp.Instance{}
	for _, pattern := range []string{"tsp/*.tsp", "atsp/*.atsp"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			instance, err := tsplib.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			key := string(instance.Kind) + " " + string(instance.Metric)
			if s := smallest[key]; s == nil || instance.Dimension() < s.Dimension() {
				smallest[key] = instance
			}
		}
	}
	var instances []*tsp.Instance
	for _, instance := range smallest {
		instances = append(instances, instance)
	}
	return instances
}

// TestSolveOnTSPLIBMetrics compares runs on TSPLIB instances of every metric.
func TestSolveOnTSPLIBMetrics(t *testing.T) {
	device := vktest.Open(t)
	for _, instance := range published(t) {
		t.Run(string(instance.Kind)+" "+string(instance.Metric),
			func(t *testing.T) { sameAsReference(t, device, instance) })
	}
}

// TestSolveOnEveryMetric compares runs on the same cities with every metric of coordinates.
func TestSolveOnEveryMetric(t *testing.T) {
	testkind.Whole(t)
	device := vktest.Open(t)
	for _, metric := range []tsp.Metric{tsp.EUC2D, tsp.CEIL2D, tsp.MAN2D, tsp.MAX2D, tsp.EUC3D, tsp.ATT} {
		instance, err := generate.Instance("uniform", 30, 30)
		if err != nil {
			t.Fatal(err)
		}
		instance.Metric = metric
		if metric == tsp.EUC3D {
			instance.Z = instance.X
		}
		t.Run(string(metric), func(t *testing.T) { sameAsReference(t, device, instance) })
	}
}

// sameAsReference compares a run on a device with the reference.
func sameAsReference(t *testing.T, device *pipeline.Device, instance *tsp.Instance) {
	options := Options{Parameters: model.AntSystem(), Rules: engine.Rules{Iterations: 20}}
	if instance.Dimension() > 200 {
		options.Iterations = 1
	}
	got, err := Solve(t.Context(), instance, device, options, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Solve(t.Context(), instance, nil, options, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.AntsBest != want.AntsBest || !slices.Equal(got.Tour, want.Tour) {
		t.Errorf("%s: length %d, shortest of an ant %d; in the reference %d and %d", instance.Name, got.Length,
			got.AntsBest, want.Length, want.AntsBest)
	}
}
