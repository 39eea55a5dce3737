package tune

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// gpu has ant groups of 32, 64 and 128.
var gpu = pipeline.Limits{SubgroupSize: 32, GroupSize: 128}

// table is a meter that plays back what a device measured. A form takes the sum of what its choices take.
type table struct {
	took   map[any]time.Duration
	refuse map[any]bool
	fails  map[any]error
	after  func(aco.Form) // called after each measurement
}

func choices(f aco.Form) []any {
	return []any{f.Mapping, f.AntGroup, f.Search, f.Dispatch, f.Deposit, f.Distances}
}

func (m table) refuses(form aco.Form) error {
	for _, choice := range choices(form) {
		if m.refuse[choice] {
			return &problem.Error{Reason: "not here"}
		}
	}
	return nil
}

func (m table) time(ctx context.Context, form aco.Form, _ []string) (time.Duration, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	took := time.Millisecond
	for _, choice := range choices(form) {
		if err := m.fails[choice]; err != nil {
			return 0, err
		}
		took += m.took[choice]
	}
	if m.after != nil {
		m.after(form)
	}
	return took, nil
}

var measured = table{
	took: map[any]time.Duration{
		aco.MappingTask: 9 * time.Millisecond,
		32:              3 * time.Millisecond, 64: 1 * time.Millisecond, 128: 2 * time.Millisecond,
		aco.SearchGuide: time.Millisecond,
		aco.DispatchAll: 20 * time.Microsecond, aco.DispatchBlocks: 10 * time.Microsecond, // within the noise of 1 ms
		aco.DepositAtomic: 5 * time.Millisecond, aco.DepositAtomicTiled: time.Millisecond,
		aco.DistancesCoordinates: time.Millisecond,
	},
	refuse: map[any]bool{aco.DepositRows: true, aco.DispatchOne: true},
	fails:  map[any]error{aco.DispatchDynamic: ErrSlow},
}

func TestSearchTakesTheFastest(t *testing.T) {
	out, err := search(t.Context(), aco.Form{}, axes(gpu), measured)
	if err != nil || !out.Complete {
		t.Fatalf("complete: %v, error %v", out.Complete, err)
	}
	want := aco.Form{
		Mapping: aco.MappingGroup, AntGroup: 64, Search: aco.SearchKary, Dispatch: aco.DispatchAll,
		Deposit: aco.DepositAtomicTiled, Distances: aco.DistancesMatrix,
	}
	if diff := cmp.Diff(want, out.Form); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	chosen := map[string]int{}
	for _, m := range out.Measured {
		if m.Chosen {
			chosen[m.Axis]++
		}
		if (m.Fault != "") != (m.Value == string(aco.DispatchDynamic)) {
			t.Errorf("%s %s: fault %q", m.Axis, m.Value, m.Fault)
		}
		if m.Value == string(aco.DepositRows) || m.Value == string(aco.DepositGather) {
			t.Errorf("%s %s was measured", m.Axis, m.Value)
		}
	}
	for _, a := range axes(gpu) {
		if chosen[a.name] != 1 {
			t.Errorf("%d of %s were chosen", chosen[a.name], a.name)
		}
	}
}

func TestSearchKeepsWhatIsFixed(t *testing.T) {
	fixed := aco.Form{Mapping: aco.MappingTask, AntGroup: 128, Deposit: aco.DepositGather}
	out, err := search(t.Context(), fixed, axes(gpu), measured)
	if err != nil {
		t.Fatal(err)
	}
	want := fixed
	want.Search, want.Dispatch, want.Distances = aco.SearchKary, aco.DispatchAll, aco.DistancesMatrix
	if diff := cmp.Diff(want, out.Form); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Where all but one are refused there is nothing to choose, and nothing is measured.
func TestSearchLeavesOpenWhatHasNoChoice(t *testing.T) {
	m := table{refuse: map[any]bool{}, fails: map[any]error{}}
	for _, choice := range []any{aco.MappingTask, 32, 64, aco.SearchKary, aco.DistancesMatrix, aco.DistancesCoordinates} {
		m.refuse[choice] = true
	}
	for _, deposit := range deposits {
		m.fails[deposit] = &pipeline.TooLarge{Reason: "refused only when it began"}
	}
	out, err := search(t.Context(), aco.Form{}, axes(gpu), m)
	if diff := cmp.Diff(aco.Form{Dispatch: aco.DispatchAll}, out.Form); err != nil || diff != "" {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

func TestSearchThatIsEnded(t *testing.T) {
	for after, want := range map[int]aco.Form{
		1: {Mapping: aco.MappingGroup, Dispatch: aco.DispatchAll, AntGroup: 64}, // not all ways to search are measured
		2: {Mapping: aco.MappingGroup, Dispatch: aco.DispatchAll, AntGroup: 64, Search: aco.SearchKary},
		3: {Mapping: aco.MappingGroup, Dispatch: aco.DispatchAll, AntGroup: 64, Search: aco.SearchKary},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		m, searches := measured, 0
		m.after = func(form aco.Form) {
			if form.Search != "" {
				searches++
			}
			if searches == after {
				cancel()
			}
		}
		out, err := search(ctx, aco.Form{}, axes(gpu), m)
		if !errors.Is(err, context.Canceled) || out.Complete {
			t.Errorf("after %d: complete: %v, error %v", after, out.Complete, err)
		}
		if diff := cmp.Diff(want, out.Form); diff != "" {
			t.Errorf("after %d (-want +got):\n%s", after, diff)
		}
	}
}

// The shorter of two measurements counts.
func TestSearchMeasuresTwice(t *testing.T) {
	m, slow := table{took: map[any]time.Duration{aco.DepositRows: time.Millisecond, aco.DepositAtomicTiled: time.Millisecond}}, true
	m.took[aco.DepositAtomic] = 1500 * time.Microsecond
	m.after = func(form aco.Form) {
		if form.Deposit == aco.DepositRows && slow {
			slow, m.took[aco.DepositAtomic] = false, 0
		}
	}
	out, err := search(t.Context(), aco.Form{}, axes(pipeline.Limits{})[4:5], m)
	if diff := cmp.Diff(aco.Form{Deposit: aco.DepositAtomic}, out.Form); err != nil || diff != "" {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

// A device that fails is no form's fault. What else fails is a candidate's own.
func TestSearchOnADeviceThatFails(t *testing.T) {
	m := measured
	m.fails = map[any]error{64: vk.ErrHung}
	if out, err := search(t.Context(), aco.Form{}, axes(gpu), m); !errors.Is(err, vk.ErrHung) || out.Form.AntGroup != 0 {
		t.Errorf("%+v, error %v", out.Form, err)
	}
	m.fails[64] = errors.New("out of memory")
	if out, err := search(t.Context(), aco.Form{}, axes(gpu), m); err != nil || out.Form.AntGroup != 128 {
		t.Errorf("%+v, error %v", out.Form, err)
	}
}

// A candidate is out only when it was too slow twice.
func TestSearchForgivesOneHiccup(t *testing.T) {
	m := table{took: map[any]time.Duration{aco.DepositAtomic: time.Millisecond}, fails: map[any]error{aco.DepositAtomicTiled: ErrSlow}}
	m.after = func(form aco.Form) {
		if form.Deposit == aco.DepositRows {
			delete(m.fails, aco.DepositAtomicTiled)
		}
	}
	out, err := search(t.Context(), aco.Form{}, axes(pipeline.Limits{})[4:5], m)
	if diff := cmp.Diff(aco.Form{Deposit: aco.DepositAtomicTiled}, out.Form); err != nil || diff != "" {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}
