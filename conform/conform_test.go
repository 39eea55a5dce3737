package conform

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/probe"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// smallCases returns small cases of Ant System, MMAS and merged ants, and a whole run.
func smallCases(t *testing.T) []Case {
	t.Helper()
	return parse(t,
		"input=clustered:20:1,algorithm=as,iterations=2,seed=1,ants=5,alpha=1,beta=2,rho=0.5,selection=scan",
		"input=uniform:9:1,algorithm=mmas,iterations=2,seed=1,ants=5,alpha=1,beta=2,rho=0.02",
		"input=uniform:12:1,algorithm=merged,iterations=2,seed=1,ants=5,colonies=1,candidates=5,kick=5,temperature=0.2",
		"input=uniform:20:1,algorithm=as,iterations=2,whole=true,seed=1,ants=5,alpha=1,beta=2,rho=0.5",
	)
}

// opener returns a function that opens a device with faults the first time, and without faults
// later.
func opener(t *testing.T, faults ...vk.Fault) func() (*vk.Device, error) {
	return func() (*vk.Device, error) {
		device := vktest.Open(t, faults...)
		faults = nil
		return device, nil
	}
}

// runTest tests cases one after the other, without probes.
func runTest(t *testing.T, cases []Case, faults ...vk.Fault) *Report {
	t.Helper()
	return runCases(t, Options{Open: opener(t, faults...)}, cases)
}

// A correct device is equal everywhere, and every pipeline is counted.
func TestEqual(t *testing.T) {
	cases := smallCases(t)
	report := runTest(t, cases)
	if !report.OK() || report.Equal != len(cases) || report.Variants < 10 || len(report.Runs) != 1 ||
		len(report.Stages) < 20 {
		t.Errorf("%+v", report)
	}
	if run := report.Runs[0]; len(run.TourSHA256) != 64 || run.Reference != "" || run.Verdict != Equal {
		t.Errorf("%+v", run)
	}
}

// One wrong word in a buffer is found after the stage that wrote it.
func TestWrongWordIsFound(t *testing.T) {
	const choice = 1 // number of the submission before construct
	fault := vk.Fault{Operation: `"submission`, After: choice, Times: 1, Buffer: "tours",
		Corrupt: func(words []uint32) { words[25] = 777 }}
	report := runTest(t, smallCases(t)[:1], fault)
	if report.OK() || report.Differs != 1 || len(report.Problems) != 1 {
		t.Fatalf("%+v", report)
	}
	p := report.Problems[0]
	if p.Verdict != Differs || p.Stage != "construct" || p.Iteration != 1 || p.Difference == nil ||
		p.Difference.Buffer != "tours" || p.Difference.Row != 1 || p.Difference.Column != 5 ||
		p.Difference.Device != 777 || p.Difference.Wrong != 1 || len(p.Difference.Words) != 1 {
		t.Errorf("%+v, %v", p, p.Difference)
	}
	checkDispatched(t, p.Dispatched)
}

// checkDispatched checks that a problem of the stage construct names its pipeline and all of its
// units.
func checkDispatched(t *testing.T, all []Dispatched) {
	t.Helper()
	if len(all) != 1 {
		t.Fatalf("%+v", all)
	}
	d, units := all[0], uint32(0)
	for _, s := range d.Slices {
		if s[0] != units {
			t.Errorf("a slice begins at unit %d, not %d", s[0], units)
		}
		units += s[1]
	}
	if units == 0 || len(d.Slices) != d.Dispatches || d.Constants[pipeline.GroupSize] == 0 ||
		!strings.HasPrefix(d.String(), d.Module+" GROUP_SIZE=") {
		t.Errorf("%+v", d)
	}
}

// Words in several buffers are all reported, the first maximum of them one by one.
func TestEveryWrongWordIsReported(t *testing.T) {
	var all []vk.Fault
	for _, buffer := range []string{"weights", "tours"} {
		all = append(all, vk.Fault{Operation: `"submission`, After: 1, Buffer: buffer, Corrupt: func(words []uint32) {
			for i := range words {
				words[i] ^= 1 << 30
			}
		}})
	}
	report := runTest(t, smallCases(t)[:1], all...)
	if len(report.Problems) != 1 || report.Problems[0].Difference == nil {
		t.Fatalf("%+v", report)
	}
	d := report.Problems[0].Difference
	const weights, tours = 20 * 20, 5 * 20
	if d.Wrong != weights+tours || d.Buffer != "weights" || len(d.Words) != lockstep.MaxWords || d.Words[1].Column != 1 {
		t.Errorf("%d wrong words, %d listed: %+v", d.Wrong, len(d.Words), d.Words[:2])
	}
}

// The stages of a case are cut into dispatches in the same way each time, and some of them are.
func TestStagesAreCut(t *testing.T) {
	for _, c := range smallCases(t)[:3] {
		var first [][]pipeline.Slice
		for turn := range 2 {
			p := must.Get(c.openPair(t.Context(), vktest.Open(t)))(t)
			cut := false
			var all [][]pipeline.Slice
			for _, stage := range p.Stages() {
				if d, err := p.RunStage(t.Context(), stage); d != nil || err != nil {
					t.Fatal(d, err)
				}
				all = append(all, p.Ran())
				for i, s := range p.Ran()[1:] {
					cut = cut || s.Pass == p.Ran()[i].Pass
				}
			}
			p.Close()
			if turn == 0 {
				first = all
			}
			if !cut || !reflect.DeepEqual(all, first) {
				t.Errorf("%s, turn %d: slices %v, first %v", c, turn, all, first)
			}
		}
	}
}

// The loss of the device fails the case, and the next cases run on the device opened again.
func TestLostDevice(t *testing.T) {
	cases := smallCases(t)
	report := runTest(t, cases, vk.Fault{Call: "vkQueueSubmit", Operation: `"submission 1"`, After: 2, Result: -4})
	if report.Failed != 1 || report.Equal != len(cases)-1 || report.Problems[0].Stage == "" ||
		report.Problems[0].Iteration != 1 {
		t.Errorf("%+v", report)
	}
	if text := report.Problems[0].Text(); !strings.Contains(text, "VK_ERROR_DEVICE_LOST") {
		t.Error(text)
	}
}

// The loss of the device fails a whole run, whatever tour it had by then, and does not affect the
// next case.
func TestLostInWholeRun(t *testing.T) {
	cases := smallCases(t)
	report := runTest(t, []Case{cases[3], cases[0]}, vk.Fault{Call: "vkQueueSubmit", Operation: `"submission`,
		After: 2, Result: vk.DeviceLost})
	if report.Failed != 1 || report.Equal != 1 || report.Runs[0].Verdict != Failed ||
		!strings.Contains(report.Problems[0].Text(), "VK_ERROR_DEVICE_LOST") {
		t.Errorf("%+v", report)
	}
}

// A run of merged ants that repeats steps because the device computes wrongly fails, even if it
// ends with the right tour.
func TestWholeRunThatRepeatsSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("runs hundreds of iterations on a device that may be slow")
	}
	c := smallCases(t)[2]
	c.Whole, c.Iterations, c.Input.Cities = true, 600, 200 // so that there are submissions after the first six
	repeatCity := func(words []uint32) {                   // in each tour
		for tour := range slices.Chunk(words, c.Input.Cities) {
			tour[0] = tour[1]
		}
	}
	fault := vk.Fault{Operation: `"submission`, After: 6, Times: 1, Buffer: "tours", Corrupt: repeatCity}
	report := runTest(t, []Case{c}, fault)
	if report.Failed != 1 || !strings.Contains(report.Problems[0].Text(), pipeline.ErrWrongResult.Error()) {
		t.Errorf("%+v", report)
	}
	if report := runTest(t, []Case{c}); !report.OK() {
		t.Errorf("without a fault: %+v", report)
	}
}

// Repeated losses end the test with the results so far.
func TestRepeatedLosses(t *testing.T) {
	lost := func() (*vk.Device, error) {
		return vktest.Open(t, vk.Fault{Call: "vkQueueSubmit", Operation: `"submission`, Result: -4}), nil
	}
	report, err := Test(t.Context(), Options{Open: lost, Cases: smallCases(t)}, func(Progress) {})
	if err != nil || report.Complete || report.Failed+report.FailedProbes() != maxLosses || report.OK() {
		t.Errorf("%+v, %v", report, err)
	}
}

// A pipeline that cannot be created fails only its case.
func TestPipelineCreationFails(t *testing.T) {
	cases := smallCases(t)
	report := runTest(t, cases, vk.Fault{Call: "vkCreateComputePipelines", Operation: `"schedule"`, Result: -13})
	if report.Failed != 1 || report.Equal != len(cases)-1 || report.Problems[0].Case != cases[1].String() {
		t.Errorf("%+v", report)
	}
}

// A refused case is no problem.
func TestRefused(t *testing.T) {
	tooFew := smallCases(t)[2]
	tooFew.Input.Cities = MinCities
	race := smallCases(t)[0]
	race.Algorithm, race.Parameters = classicmodel.AlgorithmACS, classicmodel.AntColonySystem()
	wholeRace := race
	wholeRace.Whole = true
	noSuchPlace := smallCases(t)[0]
	noSuchPlace.Input = Input{"far", 9, 1, tsp.GEO}
	report := runTest(t, []Case{tooFew, tooFew, race, wholeRace, noSuchPlace})
	if !report.OK() || report.Refused != 5 || len(report.Refusals) != 3 || report.Refusals[0].Cases != 2 ||
		report.Refusals[1].Cases != 2 {
		t.Errorf("%+v", report.Refusals)
	}
	for _, c := range report.Tested {
		if c.Verdict == Refused && c.Reason == "" {
			t.Errorf("%s is refused for no reason", c.Case)
		}
	}
}

// An interrupted test returns the results so far.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	report, err := Test(ctx, Options{Open: opener(t), Cases: smallCases(t)}, func(Progress) { cancel() })
	if err != nil || report.Complete || report.Equal != 1 || !report.OK() {
		t.Errorf("%+v, %v", report, err)
	}
}

// endsAfter is a context that is canceled after a number of calls of Err.
type endsAfter struct {
	context.Context
	calls int
}

func (c *endsAfter) Err() error {
	if c.calls--; c.calls < 0 {
		return context.Canceled
	}
	return nil
}

// A result that cannot be saved ends the test. This is no fault of the device.
func TestUnsavedResult(t *testing.T) {
	full := errors.New("the disk is full")
	o := Options{Open: opener(t), Cases: smallCases(t), Probes: []string{}, Record: func(Saved) error { return full }}
	report, err := Test(t.Context(), o, func(Progress) {})
	if !errors.Is(err, full) {
		t.Fatalf("error %v, want %v", err, full)
	}
	if report.Complete || len(report.Problems) > 0 || report.Equal != 1 {
		t.Errorf("complete %t, problems %v, %d cases equal", report.Complete, report.Problems, report.Equal)
	}
}

// An interrupted probe is not a failed one.
func TestInterruptedProbe(t *testing.T) {
	for calls := range 5 {
		workers := must.Get(openPool(t.Context(), Options{Open: opener(t)}))(t)
		var report Report
		b := reportBuilder{report: &report}
		if err := b.runProbes(&endsAfter{t.Context(), calls}, workers, probe.All()); !errors.Is(err, context.Canceled) ||
			!report.OK() {
			t.Errorf("interrupted after %d calls: %v, %+v", calls, err, report.Probes)
		}
	}
}

// A stress test ends after maxStressProblems problems, and reports the last of them.
func TestStressEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("reduces each problem with hundreds of cases")
	}
	noPipelines := func() (*vk.Device, error) {
		return vktest.Open(t, vk.Fault{Call: "vkCreateComputePipelines", Result: vk.InitializationFailed}), nil
	}
	report, err := Test(t.Context(), Options{Open: noPipelines, Stress: time.Hour, Seed: 1}, func(Progress) {})
	if err != nil || report.Failed != maxStressProblems ||
		report.Cases != report.Equal+report.Differs+report.Failed+report.Refused {
		t.Errorf("%+v, %v", report, err)
	}
}

// A stress test reduces a case that differs to the smallest that does, and that case differs again
// when repeated.
func TestStressReduces(t *testing.T) {
	if testing.Short() {
		t.Skip("runs hundreds of cases, each with its own pipelines")
	}
	wrong := vk.Fault{Operation: `"submission`, Buffer: "state",
		Corrupt: func(words []uint32) { words[5] ^= 1 << 20 }} // the best ant of the first colony
	open := func() (*vk.Device, error) { return vktest.Open(t, wrong), nil }
	ctx, cancel := context.WithCancel(t.Context())
	report, err := Test(ctx, Options{Open: open, Stress: time.Hour, Seed: 1}, func(now Progress) {
		if now.Problems > 0 {
			cancel()
		}
	})
	if err != nil || len(report.Problems) == 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	c := parse(t, report.Problems[0].Case)[0]
	if drawn := report.Tested[len(report.Tested)-1]; drawn.Case == c.String() || drawn.Reduced != c.String() {
		t.Errorf("%+v is reduced to %s", drawn, c)
	}
	minCities := MinCities
	if c.Algorithm == merged.Algorithm {
		minCities = 8
	}
	if c.Input.Cities != minCities || c.Iterations != 1 || max(c.Parameters.Ants, c.Merged.Ants) != 1 {
		t.Errorf("reduced to %s", c)
	}
	again, err := Test(t.Context(), Options{Open: open, Cases: []Case{c}}, func(Progress) {})
	if err != nil || again.Differs != 1 || again.Problems[0].Text() != report.Problems[0].Text() {
		t.Errorf("repeated: %+v, %v", again, err)
	}
}

// Random cases have all algorithms and kinds of input. Equal seeds draw equal cases.
func TestRandomCases(t *testing.T) {
	algorithms, kinds := map[classicmodel.Algorithm]int{}, map[string]int{}
	var first []string
	for turn := range 2 {
		var cases []string
		for c := range randomCases(5, time.Hour) {
			cases = append(cases, c.String())
			algorithms[c.Algorithm]++
			kinds[c.Input.Kind]++
			if len(cases) == 400 {
				break
			}
		}
		if turn == 0 {
			first = cases
		} else if !slices.Equal(first, cases) {
			t.Error("equal seeds draw different cases")
		}
	}
	if len(algorithms) != 4 || len(kinds) != len(kindNames()) {
		t.Errorf("%v, %v", algorithms, kinds)
	}
}
