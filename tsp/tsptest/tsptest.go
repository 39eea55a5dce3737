// Package tsptest makes instances for tests.
package tsptest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// Generate returns an instance of generate.Instance.
func Generate(t testing.TB, kind string, cities int, seed int64) *tsp.Instance {
	t.Helper()
	instance := must.Get(generate.Instance(kind, cities, seed))(t)
	return instance
}

// Matrix returns an instance with distances from draw, symmetric if kind is TSP.
func Matrix(kind tsp.Kind, cities int, draw func() int32) *tsp.Instance {
	instance := &tsp.Instance{Name: "matrix", Kind: kind, Metric: tsp.Explicit, Weights: make([]int32, cities*cities)}
	for i := range cities {
		for j := range cities {
			switch {
			case kind == tsp.TSP && j < i:
				instance.Weights[i*cities+j] = instance.Weights[j*cities+i]
			case j != i:
				instance.Weights[i*cities+j] = draw()
			}
		}
	}
	return instance
}

// RequireError fails unless the text of err contains all parts.
func RequireError(t *testing.T, name string, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", name)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: the error %q does not contain %q", name, err, part)
		}
	}
}

// OnProcessors fails unless made returns the same with 1, 2 and 7 processors.
func OnProcessors(t *testing.T, made func() any) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := fmt.Sprint(made())
	for _, processors := range []int{2, 7} {
		runtime.GOMAXPROCS(processors)
		if fmt.Sprint(made()) != want {
			t.Errorf("different with %d processors", processors)
		}
	}
}
