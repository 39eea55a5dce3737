package tune

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// gpu has ant groups of 32, 64 and 128.
var gpu = pipeline.Limits{SubgroupSize: 32, GroupSize: 128}

// table is a meter with given times. A configuration takes the sum of the times of its values.
type table struct {
	took   map[any]time.Duration
	refuse map[any]bool
	fails  map[any]error
	after  func(classic.KernelConfig) // called after each measurement
}

func choices(f classic.KernelConfig) []any {
	return []any{f.Mapping, f.AntGroup, f.PrefixSearch, f.Dispatch, f.Deposit, f.Distances}
}

func (m table) check(kernel classic.KernelConfig) error {
	for _, choice := range choices(kernel) {
		if m.refuse[choice] {
			return &option.Error{Reason: "not here"}
		}
	}
	return nil
}

func (m table) time(ctx context.Context, kernel classic.KernelConfig, _ []string) (time.Duration, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	took := time.Millisecond
	for _, choice := range choices(kernel) {
		if err := m.fails[choice]; err != nil {
			return 0, err
		}
		took += m.took[choice]
	}
	if m.after != nil {
		m.after(kernel)
	}
	return took, nil
}

var measured = table{
	took: map[any]time.Duration{
		classic.MappingTask: 9 * time.Millisecond,
		32:                  3 * time.Millisecond, 64: 1 * time.Millisecond, 128: 2 * time.Millisecond,
		classic.PrefixSearchGuide: time.Millisecond,
		classic.DispatchAll:       20 * time.Microsecond,
		classic.DispatchBlocks:    10 * time.Microsecond, // within the noise of 1 ms
		classic.DepositAtomic:     5 * time.Millisecond, classic.DepositTriangle: 4 * time.Millisecond,
		classic.DepositAtomicTiled:   time.Millisecond,
		classic.DistancesCoordinates: time.Millisecond,
	},
	refuse: map[any]bool{classic.DepositRows: true, classic.DispatchOne: true},
	fails:  map[any]error{classic.DispatchDynamic: ErrSlow},
}

// For each axis the search chooses the fastest value, or the first one if the difference is noise.
func TestSearchChoosesTheFastest(t *testing.T) {
	out, err := search(t.Context(), classic.KernelConfig{}, axes(gpu), measured)
	if err != nil || !out.Complete {
		t.Fatalf("complete: %v, error %v", out.Complete, err)
	}
	want := classic.KernelConfig{
		Mapping: classic.MappingGroup, AntGroup: 64, PrefixSearch: classic.PrefixSearchKary,
		Dispatch: classic.DispatchAll,
		Deposit:  classic.DepositAtomicTiled, Distances: classic.DistancesMatrix,
	}
	if diff := cmp.Diff(want, out.Kernel); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	chosen := map[string]int{}
	for _, m := range out.Measured {
		if m.Chosen {
			chosen[m.Axis]++
		}
		if (m.Fault != "") != (m.Value == string(classic.DispatchDynamic)) {
			t.Errorf("%s %s: fault %q", m.Axis, m.Value, m.Fault)
		}
		if m.Value == string(classic.DepositRows) || m.Value == string(classic.DepositGather) {
			t.Errorf("%s %s was measured", m.Axis, m.Value)
		}
	}
	for _, a := range axes(gpu) {
		if chosen[a.name] != 1 {
			t.Errorf("%s: %d values chosen, want 1", a.name, chosen[a.name])
		}
	}
}

func TestSearchKeepsSetFields(t *testing.T) {
	fixed := classic.KernelConfig{Mapping: classic.MappingTask, AntGroup: 128, Deposit: classic.DepositGather}
	out, err := search(t.Context(), fixed, axes(gpu), measured)
	if err != nil {
		t.Fatal(err)
	}
	want := fixed
	want.PrefixSearch, want.Dispatch, want.Distances = classic.PrefixSearchKary, classic.DispatchAll, classic.DistancesMatrix
	if diff := cmp.Diff(want, out.Kernel); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// An axis with fewer than two candidates that can run is not measured.
func TestSearchLeavesFieldsWithoutChoiceUnset(t *testing.T) {
	m := table{refuse: map[any]bool{}, fails: map[any]error{}}
	for _, choice := range []any{classic.MappingTask, 32, 64, classic.PrefixSearchKary, classic.DistancesMatrix, classic.DistancesCoordinates} {
		m.refuse[choice] = true
	}
	for _, deposit := range deposits {
		m.fails[deposit] = &pipeline.TooLargeError{What: "refused when its run began"}
	}
	out, err := search(t.Context(), classic.KernelConfig{}, axes(gpu), m)
	if diff := cmp.Diff(classic.KernelConfig{Dispatch: classic.DispatchAll}, out.Kernel); err != nil || diff != "" {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

// When the context ends, the search returns the completed choices.
func TestSearchEndsWithContext(t *testing.T) {
	for after, want := range map[int]classic.KernelConfig{
		1: {Mapping: classic.MappingGroup, Dispatch: classic.DispatchAll,
			AntGroup: 64}, // not all values of PrefixSearch are measured
		2: {Mapping: classic.MappingGroup, Dispatch: classic.DispatchAll, AntGroup: 64,
			PrefixSearch: classic.PrefixSearchKary},
		3: {Mapping: classic.MappingGroup, Dispatch: classic.DispatchAll, AntGroup: 64,
			PrefixSearch: classic.PrefixSearchKary},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		m, searches := measured, 0
		m.after = func(kernel classic.KernelConfig) {
			if kernel.PrefixSearch != "" {
				searches++
			}
			if searches == after {
				cancel()
			}
		}
		out, err := search(ctx, classic.KernelConfig{}, axes(gpu), m)
		if !errors.Is(err, context.Canceled) || out.Complete {
			t.Errorf("after %d: complete: %v, error %v", after, out.Complete, err)
		}
		if diff := cmp.Diff(want, out.Kernel); diff != "" {
			t.Errorf("after %d (-want +got):\n%s", after, diff)
		}
	}
}

// The shorter of the two measurements of a candidate decides.
func TestSearchMeasuresTwice(t *testing.T) {
	m, slow := table{took: map[any]time.Duration{
		classic.DepositRows: time.Millisecond, classic.DepositAtomicTiled: time.Millisecond,
		classic.DepositTriangle: time.Millisecond,
	}}, true
	m.took[classic.DepositAtomic] = 1500 * time.Microsecond
	m.after = func(kernel classic.KernelConfig) {
		if kernel.Deposit == classic.DepositRows && slow {
			slow, m.took[classic.DepositAtomic] = false, 0
		}
	}
	out, err := search(t.Context(), classic.KernelConfig{}, axes(pipeline.Limits{})[4:5], m)
	if diff := cmp.Diff(classic.KernelConfig{Deposit: classic.DepositAtomic}, out.Kernel); err != nil || diff != "" {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

// A device that fails ends the search. Any other error excludes the candidate.
func TestSearchOnAFailingDevice(t *testing.T) {
	m := measured
	m.fails = map[any]error{64: vk.ErrHung}
	if out, err := search(t.Context(), classic.KernelConfig{}, axes(gpu), m); !errors.Is(err, vk.ErrHung) ||
		out.Kernel.AntGroup != 0 {
		t.Errorf("%+v, error %v", out.Kernel, err)
	}
	m.fails[64] = errors.New("out of memory")
	if out, err := search(t.Context(), classic.KernelConfig{}, axes(gpu), m); err != nil || out.Kernel.AntGroup != 128 {
		t.Errorf("%+v, error %v", out.Kernel, err)
	}
}

// A candidate is excluded only if it was too slow twice.
func TestSearchMeasuresASlowCandidateAgain(t *testing.T) {
	m := table{
		took: map[any]time.Duration{classic.DepositAtomic: time.Millisecond,
			classic.DepositTriangle: time.Millisecond},
		fails: map[any]error{classic.DepositAtomicTiled: ErrSlow},
	}
	m.after = func(kernel classic.KernelConfig) {
		if kernel.Deposit == classic.DepositRows {
			delete(m.fails, classic.DepositAtomicTiled)
		}
	}
	out, err := search(t.Context(), classic.KernelConfig{}, axes(pipeline.Limits{})[4:5], m)
	if diff := cmp.Diff(classic.KernelConfig{Deposit: classic.DepositAtomicTiled}, out.Kernel); err != nil ||
		diff != "" {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}
