package merged

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// BenchmarkCheckpoint measures a checkpoint of a million cities. The run is paused only while its
// data are copied.
func BenchmarkCheckpoint(b *testing.B) {
	instance, err := generate.Instance("uniform", 1_000_000, 1)
	if err != nil {
		b.Fatal(err)
	}
	m, err := model.New(b.Context(), instance, model.Recommended(instance.Dimension()))
	if err != nil {
		b.Fatal(err)
	}
	o := Options{Options: engine.Options{Checkpoint: engine.Checkpoint{File: filepath.Join(b.TempDir(), "file")}}}.WithDefaults()
	r := mustRun(b, o, m, instance, newCPUColonies(m))
	var paused time.Duration
	for b.Loop() {
		started := time.Now()
		snapshot, err := r.Snapshot()
		paused += time.Since(started)
		if err == nil {
			err = r.SaveFirst(snapshot)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(paused.Microseconds())/1000/float64(b.N), "ms-paused/op")
}
