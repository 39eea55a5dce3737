package classic

import (
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// TestGatherUnits shows that the units of a dispatch have disjoint cells, that all units together
// compare each edge with each cell, and that loops stay within gatherIterations.
func TestGatherUnits(t *testing.T) {
	for _, c := range []struct{ cities, ants int }{{3, 1}, {100, 600}, {1002, 1002}, {20_000, 10}} {
		p := &model.Problem{Cities: c.cities, Symmetric: true, Parameters: model.Parameters{Ants: c.ants}}
		for _, config := range []Deposit{DepositReduction, DepositGatherTiled, DepositGather} {
			for _, group := range []uint32{4, 32, 256} {
				passes := must.Get(depositPasses(p, KernelConfig{Deposit: config}, launchConfig{rowGroup: group}))(t)
				pass := passes[0]
				cells := uint64(p.Cities) * uint64(p.Cities)
				if config == DepositReduction {
					cells = uint64(p.Cities) * uint64(p.Cities-1) / 2
				}
				if pass.MaxUnits != pass.Constants["BLOCKS"] || uint64(pass.MaxUnits)*uint64(group) < cells {
					t.Errorf("%+v, %s: up to %d units at once for %d cells", c, config, pass.MaxUnits, cells)
				}
				perUnit := pass.Constants["EDGES_PER_UNIT"]
				if iterations := perUnit + perUnit/group; iterations > gatherIterations || perUnit%group != 0 {
					t.Errorf("%+v, %s: %d loop iterations for %d edges", c, config, iterations, perUnit)
				}
				if edges := uint64(c.cities) * uint64(c.ants); uint64(pass.Units/pass.MaxUnits)*uint64(perUnit) < edges {
					t.Errorf("%+v, %s: %d units for %d edges", c, config, pass.Units, edges)
				}
			}
		}
	}
}

// TestDefaultDeposit shows that large symmetric instances have DepositTriangle by default.
func TestDefaultDeposit(t *testing.T) {
	for _, c := range []struct {
		cities    int
		symmetric bool
		want      Deposit
	}{{minTriangleCities, true, DepositTriangle}, {minTriangleCities - 1, true, DepositAtomic}, {minTriangleCities, false, DepositAtomic}} {
		p := &model.Problem{Cities: c.cities, Symmetric: c.symmetric}
		if got := (KernelConfig{}).withDefaults(p).Deposit; got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
		if got := (KernelConfig{Deposit: DepositRows}).withDefaults(p).Deposit; got != DepositRows {
			t.Errorf("%+v: %s instead of rows", c, got)
		}
	}
}

// TestDepositErrors shows that problems that a kernel does not support return an error.
func TestDepositErrors(t *testing.T) {
	for _, c := range []struct {
		config    Deposit
		cities    int
		symmetric bool
	}{{DepositReduction, 10, false}, {DepositTriangle, 10, false}, {DepositGather, 30_000, true}, {DepositReduction, 40_000, true}} {
		p := &model.Problem{Cities: c.cities, Symmetric: c.symmetric, Parameters: model.Parameters{Ants: c.cities}}
		_, err := depositPasses(p, KernelConfig{Deposit: c.config}, launchConfig{rowGroup: maxRowGroup})
		var problemErr *option.Error
		if !errors.As(err, &problemErr) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestDepositColumns shows that the sums of a row fit in shared memory.
func TestDepositColumns(t *testing.T) {
	for _, cities := range []int{3, 100, 4096, 50_000} {
		for _, shared := range []uint32{16 << 10, 48 << 10} {
			p := &model.Problem{Cities: cities, Parameters: model.Parameters{Algorithm: model.AlgorithmAS,
				Selection: model.SelectScan}}
			s, err := newLaunchConfig(p, KernelConfig{}, pipeline.Limits{GroupSize: 1024, SubgroupSize: 32,
				SharedBytes: shared})
			if err != nil {
				t.Fatal(err)
			}
			if s.columns == 0 || 4*s.columns > shared || s.columns < min(uint32(cities), maxColumns) {
				t.Errorf("%d cities: %d columns in %d bytes", cities, s.columns, shared)
			}
		}
	}
}
