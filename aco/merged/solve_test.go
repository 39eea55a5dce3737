package merged

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// parameters returns the parameters of a small run.
func parameters(colonies int) model.Parameters {
	return model.Parameters{Ants: 16, Colonies: colonies, Kick: 10, Temperature: 0.2, Seed: 7}
}

// scheduleOf returns a schedule of a model without Or-opt and edge assembly.
func scheduleOf(m *model.Model, steps ...Step) *Schedule {
	return &Schedule{
		FirstTour: firstTourSHA256(m), EffortByAnts: true, MergeCities: mergeCities, PairCities: pairCities, Steps: steps,
	}
}

func mustSolve(t *testing.T, instance *tsp.Instance, devices []*pipeline.Device, o Options) *Result {
	t.Helper()
	result := must.Get(Solve(t.Context(), instance, devices, o, nil))(t)
	if result.Failure != nil {
		t.Fatal(result.Failure)
	}
	return result
}

// checkEqual compares the parts of results that do not depend on the clock or on devices.
func checkEqual(t *testing.T, name string, got, want *Result) {
	t.Helper()
	if !slices.Equal(got.Tour, want.Tour) || got.Length != want.Length || got.Iterations != want.Iterations {
		t.Errorf("%s: length %d after %d iterations, want %d after %d", name, got.Length, got.Iterations, want.Length, want.Iterations)
	}
	if got.AntsSHA256 != want.AntsSHA256 && got.AntsSHA256 != "" && want.AntsSHA256 != "" {
		t.Errorf("%s: the ants found other changes", name)
	}
	if diff := cmp.Diff(want.Schedule, got.Schedule, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s: another schedule (-want +got):\n%s", name, diff)
	}
	lengths := func(r *Result) (all [][3]int64) {
		for _, c := range r.Colonies {
			all = append(all, [3]int64{c.BestLength, int64(c.BestIteration), int64(c.Iterations)})
		}
		return all
	}
	// At the target, other colonies may have continued. A time limit can end a run after its colonies
	// took over the recombined tour, and before another iteration.
	mayDiffer := want.Stop == engine.StopTarget || want.Stop == engine.StopTimeLimit
	if diff := cmp.Diff(lengths(want), lengths(got)); diff != "" && !mayDiffer && want.Iterations > 0 {
		t.Errorf("%s: other colonies (-want +got):\n%s", name, diff)
	}
}

// checkEverywhere makes a run in the reference, on a device and on two devices, and checks that
// the results are equal.
func checkEverywhere(t *testing.T, instance *tsp.Instance, o Options) *Result {
	t.Helper()
	want := mustSolve(t, instance, []*pipeline.Device{nil}, o)
	first := vktest.Open(t)
	checkEqual(t, "device", mustSolve(t, instance, []*pipeline.Device{first}, o), want)
	if want.Parameters.Colonies > 1 {
		checkEqual(t, "two devices", mustSolve(t, instance, []*pipeline.Device{first, vktest.Open(t)}, o), want)
	}
	return want
}

// The same parameters and iterations give the same tour on all devices, which is much shorter than
// the first one.
func TestSolveIsTheSameEverywhere(t *testing.T) {
	instance := tsptest.Generate(t, "clustered", 300, 3)
	iterations := testkind.Fewer(200, 400)
	o := Options{Parameters: parameters(3), Rules: engine.Rules{Iterations: iterations}, Options: engine.Options{MaxSubmit: 5 * time.Millisecond}}
	want := checkEverywhere(t, instance, o)
	if want.Stop != engine.StopIterations || want.Iterations != iterations || want.Length > want.FirstLength*95/100 {
		t.Errorf("%d iterations, stopped by %q, length %d of %d", want.Iterations, want.Stop, want.Length, want.FirstLength)
	}
	device := vktest.Open(t)
	for name, devices := range map[string][]*pipeline.Device{"two processors": {nil, nil}, "both": {device, nil}} {
		checkEqual(t, name, mustSolve(t, instance, devices, o), want)
	}
}

// A run that ends by itself searches for as long as it took to find its best tour, and for 50 sweeps.
// Its schedule repeats it.
func TestSettled(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 60, 3)
	o := Options{Parameters: parameters(3), Rules: engine.Rules{Settled: true}}
	result := mustSolve(t, instance, []*pipeline.Device{nil}, o)
	found := result.Trace[len(result.Trace)-1].Iteration
	sweep := (60 + o.Parameters.Ants - 1) / o.Parameters.Ants
	if result.Stop != engine.StopIdle || result.Iterations < found+max(found, settledSweeps*sweep) {
		t.Errorf("stopped by %q after %d iterations, the last improvement after %d", result.Stop, result.Iterations, found)
	}
	again := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: o.Parameters, Schedule: &result.Schedule})
	checkEqual(t, "again", again, result)
}

// Runs that ended by a time limit, a target or a stall can be replayed from their schedules.
func TestReplay(t *testing.T) {
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "uniform", 200, 3)
	for name, o := range map[string]Options{
		"clock":  {Parameters: parameters(2), Rules: engine.Rules{TimeLimit: 300 * time.Millisecond}},
		"target": {Parameters: parameters(2), Rules: engine.Rules{Target: mustSolve(t, instance, []*pipeline.Device{device}, Options{Parameters: parameters(2), Rules: engine.Rules{Iterations: 60}}).Length + 1}},
		"stall":  {Parameters: parameters(2), Rules: engine.Rules{Stall: 40}},
		"start":  {Parameters: parameters(2), Rules: engine.Rules{Target: 1 << 40}},
	} {
		t.Run(name, func(t *testing.T) {
			want := mustSolve(t, instance, []*pipeline.Device{device}, o)
			for where, device := range map[string]*pipeline.Device{"device": device, "processor": nil} {
				again := mustSolve(t, instance, []*pipeline.Device{device}, Options{Parameters: o.Parameters, Schedule: &want.Schedule})
				checkEqual(t, where, again, want)
				if name != "clock" && again.Stop != want.Stop {
					t.Errorf("%s: stopped by %q, want %q", where, again.Stop, want.Stop)
				}
			}
			if want.Stop == engine.StopTarget && want.Length > o.Target {
				t.Errorf("target %d, length %d", o.Target, want.Length)
			}
			if name == "start" && (want.Stop != engine.StopTarget || want.Iterations != 0 || want.Length != want.FirstLength) {
				t.Errorf("%d iterations, stopped by %q, length %d of %d", want.Iterations, want.Stop, want.Length, want.FirstLength)
			}
		})
	}
	want := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: parameters(1), Rules: engine.Rules{Iterations: 5}})
	initial := slices.Clone(want.Tour)
	slices.Reverse(initial)
	for name, c := range map[string]struct {
		instance *tsp.Instance
		o        Options
	}{
		"another instance":     {tsptest.Generate(t, "clustered", 200, 3), Options{Parameters: parameters(1), Schedule: &want.Schedule}},
		"another initial tour": {instance, Options{Parameters: parameters(1), Schedule: &want.Schedule, InitialTour: initial}},
		"another rule":         {instance, Options{Parameters: parameters(1), Schedule: &want.Schedule, Rules: engine.Rules{Iterations: 3}}},
	} {
		var refused *option.Error
		if _, err := Solve(t.Context(), c.instance, []*pipeline.Device{nil}, c.o, nil); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A run whose time limit passes before its first iteration returns the first tour, shortened by
// Or-opt. On a slow machine Or-opt has no time for all moves, and the schedule says so.
func TestTimeOverBeforeTheFirstIteration(t *testing.T) {
	o := Options{Rules: engine.Rules{TimeLimit: time.Second}, Options: engine.Options{Started: time.Now().Add(-time.Minute)}}
	instance := tsptest.Generate(t, "uniform", 100, 3)
	result, err := Solve(t.Context(), instance, []*pipeline.Device{nil}, o, nil)
	if err != nil || result.Stop != engine.StopTimeLimit || result.Iterations != 0 || result.FirstTour != model.StartCurve ||
		result.Schedule.OrOpt && result.Schedule.OrOptMoves == 0 && tsptest.OrOptGain(instance, result.Tour) > 0 {
		t.Errorf("%+v, %v", result, err)
	}
}

// A run whose tours are longer than 2³² is the same on all devices, stops at a target of that
// size, and continues from a checkpoint. Several work-groups sum the length.
func TestRunAbove32Bits(t *testing.T) {
	const cities = 400
	random := rand.New(rand.NewPCG(26, 3))
	instance := &tsp.Instance{Name: "far", Kind: tsp.TSP, Metric: tsp.Explicit, Weights: make([]int32, cities*cities)}
	for i := range cities {
		for j := range i {
			w := int32(24_000_000 + random.IntN(model.MaxDistance-24_000_000))
			instance.Weights[i*cities+j], instance.Weights[j*cities+i] = w, w
		}
	}
	o := Options{Parameters: parameters(2), Rules: engine.Rules{Iterations: 40}}
	o.Parameters.Noise = 0.4
	want := checkEverywhere(t, instance, o)
	if want.Length < 1<<32 || want.Length >= want.FirstLength {
		t.Errorf("length %d after %d", want.Length, want.FirstLength)
	}
	o.Rules = engine.Rules{Iterations: 400, Target: (want.Length + want.FirstLength) / 2}
	for _, device := range []*pipeline.Device{nil, vktest.Open(t)} {
		if result := mustSolve(t, instance, []*pipeline.Device{device}, o); result.Stop != engine.StopTarget || result.Length > o.Target {
			t.Errorf("stopped by %s at %d, the target is %d", result.Stop, result.Length, o.Target)
		}
	}
}
