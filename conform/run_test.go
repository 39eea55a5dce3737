package conform

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// small are cases of Ant System, MMAS and merged ants.
func small(t *testing.T) []Case {
	t.Helper()
	var cases []Case
	for _, text := range []string{
		"input=clustered:20:1,algorithm=as,iterations=2,seed=1,ants=5,alpha=1,beta=2,rho=0.5,selection=scan",
		"input=uniform:9:1,algorithm=mmas,iterations=2,seed=1,ants=5,alpha=1,beta=2,rho=0.02",
		"input=uniform:12:1,algorithm=merged,iterations=2,seed=1,ants=5,colonies=1,candidates=5,kick=5,temperature=0.2,pheromone=off",
		"input=uniform:20:1,algorithm=as,iterations=2,whole=true,seed=1,ants=5,alpha=1,beta=2,rho=0.5",
	} {
		c, err := ParseCase(text)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// opening opens a device with faults, and after it devices without.
func opening(t *testing.T, faults ...vk.Fault) func() (*vk.Device, error) {
	return func() (*vk.Device, error) {
		device := vktest.Open(t, faults...)
		faults = nil
		return device, nil
	}
}

// tested makes a test of some cases.
func tested(t *testing.T, cases []Case, faults ...vk.Fault) *Report {
	t.Helper()
	told := 0
	report, err := Test(t.Context(), Options{Open: opening(t, faults...), Cases: cases}, func(now Progress) { told = now.Done })
	if err != nil {
		t.Fatal(err)
	}
	if !report.Complete || told != len(cases) || report.Equal+report.Differs+report.Failed+report.Refused != len(cases) {
		t.Fatalf("%d cases told: %+v", told, report)
	}
	return report
}

// A device that computes rightly is equal everywhere, and every pipeline is counted.
func TestEqual(t *testing.T) {
	cases := small(t)
	report := tested(t, cases)
	if !report.OK() || report.Equal != len(cases) || report.Variants < 10 || len(report.Runs) != 1 || len(report.Stages) < 20 {
		t.Errorf("%+v", report)
	}
	if run := report.Runs[0]; len(run.TourSHA256) != 64 || run.Reference != "" || run.Verdict != Equal {
		t.Errorf("%+v", run)
	}
}

// A word that is wrong in one buffer after one stage is found there.
func TestSpoiltStage(t *testing.T) {
	const choice = 1 // submission, before that of construct
	spoil := vk.Fault{Operation: `"submission`, After: choice, Times: 1, Buffer: "tours", Corrupt: func(words []uint32) { words[25] = 777 }}
	report := tested(t, small(t)[:1], spoil)
	if report.OK() || report.Differs != 1 || len(report.Problems) != 1 {
		t.Fatalf("%+v", report)
	}
	p := report.Problems[0]
	if p.Verdict != Differs || p.Stage != "construct" || p.Iteration != 1 || p.Difference == nil || p.Difference.Buffer != "tours" || p.Difference.Row != 1 || p.Difference.Column != 5 || p.Difference.Device != 777 {
		t.Errorf("%+v, %v", p, p.Difference)
	}
}

// A device that is lost fails the case; the next ones run on it after it was opened again.
func TestLostDevice(t *testing.T) {
	cases := small(t)
	report := tested(t, cases, vk.Fault{Call: "vkQueueSubmit", Operation: `"submission 1"`, After: 2, Result: -4})
	if report.Failed != 1 || report.Equal != len(cases)-1 || report.Problems[0].Stage == "" || report.Problems[0].Iteration != 1 {
		t.Errorf("%+v", report)
	}
	if text := report.Problems[0].Text(); !strings.Contains(text, "VK_ERROR_DEVICE_LOST") {
		t.Error(text)
	}
}

// A device that is lost in a whole run fails it, whatever tour the run had by then, and the next case is not told for it.
func TestLostInWholeRun(t *testing.T) {
	cases := small(t)
	report := tested(t, []Case{cases[3], cases[0]}, vk.Fault{Call: "vkQueueSubmit", Operation: `"submission`, After: 2, Result: vk.DeviceLost})
	if report.Failed != 1 || report.Equal != 1 || report.Runs[0].Verdict != Failed || !strings.Contains(report.Problems[0].Text(), "VK_ERROR_DEVICE_LOST") {
		t.Errorf("%+v", report)
	}
}

// A run of merged ants that goes back because the device computes wrongly has failed, even if it ends with the same tour.
func TestWholeRunThatGoesBack(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of iterations on a device that may be slow")
	}
	c := small(t)[2]
	c.Whole, c.Iterations, c.Input.Cities = true, 600, 200 // for more submissions than go well
	twice := func(words []uint32) {                        // a city in each tour
		for tour := range slices.Chunk(words, c.Input.Cities) {
			tour[0] = tour[1]
		}
	}
	spoil := vk.Fault{Operation: `"submission`, After: 6, Times: 1, Buffer: "tours", Corrupt: twice}
	report := tested(t, []Case{c}, spoil)
	if report.Failed != 1 || !strings.Contains(report.Problems[0].Text(), pipeline.ErrWrongResult.Error()) {
		t.Errorf("%+v", report)
	}
	if report := tested(t, []Case{c}); !report.OK() {
		t.Errorf("without a fault: %+v", report)
	}
}

// A device that is lost again and again ends the test with what there is.
func TestDeviceThatIsLostAgain(t *testing.T) {
	lost := func() (*vk.Device, error) {
		return vktest.Open(t, vk.Fault{Call: "vkQueueSubmit", Operation: `"submission`, Result: -4}), nil
	}
	report, err := Test(t.Context(), Options{Open: lost, Cases: small(t)}, func(Progress) {})
	if err != nil || report.Complete || report.Failed+report.FailedProbes() != mostLost || report.OK() {
		t.Errorf("%+v, %v", report, err)
	}
}

// A pipeline that cannot be made fails its case alone.
func TestPipelineThatFails(t *testing.T) {
	cases := small(t)
	report := tested(t, cases, vk.Fault{Call: "vkCreateComputePipelines", Operation: `"schedule"`, Result: -13})
	if report.Failed != 1 || report.Equal != len(cases)-1 || report.Problems[0].Case != cases[1].String() {
		t.Errorf("%+v", report)
	}
}

// What the program refuses is no fault.
func TestRefused(t *testing.T) {
	few := small(t)[2]
	few.Input.Cities = tsp.MinCities
	race := small(t)[0]
	race.Algorithm, race.Parameters = problem.AlgorithmACS, problem.AntColonySystem()
	raceToTheEnd := race
	raceToTheEnd.Whole = true
	nowhere := small(t)[0]
	nowhere.Input = Input{"far", 9, 1, tsp.GEO}
	report := tested(t, []Case{few, few, race, raceToTheEnd, nowhere})
	if !report.OK() || report.Refused != 5 || len(report.Refusals) != 3 || report.Refusals[0].Cases != 2 || report.Refusals[1].Cases != 2 {
		t.Errorf("%+v", report.Refusals)
	}
}

// A test that is interrupted has what there is.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	report, err := Test(ctx, Options{Open: opening(t), Cases: small(t)}, func(Progress) { cancel() })
	if err != nil || report.Complete || report.Equal != 1 || !report.OK() {
		t.Errorf("%+v, %v", report, err)
	}
}

// endsAfter is a context that ends when it was asked so often.
type endsAfter struct {
	context.Context
	asked int
}

func (c *endsAfter) Err() error {
	if c.asked--; c.asked < 0 {
		return context.Canceled
	}
	return nil
}

// A probe that is interrupted is none that fails.
func TestInterruptedProbe(t *testing.T) {
	for asked := range 5 {
		w, err := newWorkers(1, opening(t))
		if err != nil {
			t.Fatal(err)
		}
		one := test{workers: w}
		var report Report
		if err := one.probes(&endsAfter{t.Context(), asked}, &report); !errors.Is(err, context.Canceled) || !report.OK() {
			t.Errorf("interrupted after %d: %v, %+v", asked, err, report.Probes)
		}
	}
}

// Enough problems end a test of cases that are made up, and the last of them counts too.
func TestStressEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("each problem is reduced by hundreds of cases")
	}
	nothing := func() (*vk.Device, error) {
		return vktest.Open(t, vk.Fault{Call: "vkCreateComputePipelines", Result: vk.InitializationFailed}), nil
	}
	report, err := Test(t.Context(), Options{Open: nothing, Stress: time.Minute, Seed: 1}, func(Progress) {})
	if err != nil || report.Failed != mostReduced || report.Cases != report.Equal+report.Differs+report.Failed+report.Refused {
		t.Errorf("%+v, %v", report, err)
	}
}

// A case that differs under stress is reduced to the smallest that does, and repeating that differs too.
func TestStressReduces(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of cases, each of which makes its pipelines")
	}
	wrong := vk.Fault{Operation: `"submission`, Buffer: "state", Corrupt: func(words []uint32) { words[5] ^= 1 << 20 }} // the best ant of the first colony
	open := func() (*vk.Device, error) { return vktest.Open(t, wrong), nil }
	ctx, cancel := context.WithCancel(t.Context())
	report, err := Test(ctx, Options{Open: open, Stress: time.Minute, Seed: 1}, func(now Progress) {
		if now.Problems > 0 {
			cancel()
		}
	})
	if err != nil || len(report.Problems) == 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	c, err := ParseCase(report.Problems[0].Case)
	if err != nil {
		t.Fatal(err)
	}
	fewest := tsp.MinCities
	if c.Algorithm == AlgorithmMerged {
		fewest = 8
	}
	if c.Input.Cities != fewest || c.Iterations != 1 || max(c.Parameters.Ants, c.Merged.Ants) != 1 {
		t.Errorf("it was reduced to %s", c)
	}
	again, err := Test(t.Context(), Options{Open: open, Cases: []Case{c}}, func(Progress) {})
	if err != nil || again.Differs != 1 || again.Problems[0].Text() != report.Problems[0].Text() {
		t.Errorf("repeated: %+v, %v", again, err)
	}
}

// Under stress all algorithms, inputs and forms come by, the same by the same seed.
func TestStressIsVaried(t *testing.T) {
	algorithms, kinds := map[problem.Algorithm]int{}, map[string]int{}
	var first []string
	for turn := range 2 {
		var cases []string
		for one := range stress(5, time.Minute) {
			cases = append(cases, one.String())
			algorithms[one.Algorithm]++
			kinds[one.Input.Kind]++
			if len(cases) == 150 {
				break
			}
		}
		if turn == 0 {
			first = cases
		} else if !slices.Equal(first, cases) {
			t.Error("the same seed makes other cases")
		}
	}
	if len(algorithms) != 4 || len(kinds) != len(kindNames()) {
		t.Errorf("%v, %v", algorithms, kinds)
	}
}
