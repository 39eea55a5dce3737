package merged

import (
	"math"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// sized is a model as far as plans look at it: a spread of 100.
func planModel(cities int, change func(*model.Parameters)) *model.Model {
	p := model.Recommended(cities)
	if change != nil {
		change(&p)
	}
	return &model.Model{Parameters: p, Cities: cities, Ants: p.Ants, Colonies: p.Colonies, StartLength: 100 * uint64(cities), Spread: 100}
}

// planned returns the steps of a plan on a device whose iterations all take the same time, and how long they take together. It checks
// what holds for all plans: no kicks at first, then temperatures that fall to 0 in each round, at whose end
// tours are joined.
func collectSteps(t *testing.T, m *model.Model, o Options, each time.Duration, most int) (steps []Step, took time.Duration) {
	t.Helper()
	p := newPlan(m, o)
	now, last := engine.Pace{}, uint32(math.MaxUint32)
	for len(steps) < most {
		step, ok := p.next(now)
		if !ok {
			break
		}
		if step.Iterations < 1 {
			t.Fatalf("step %d: %+v", len(steps), step)
		}
		steps = append(steps, step)
		now.Iterations += step.Iterations
		now.Elapsed += time.Duration(step.Iterations) * each
		now.Each, now.Warm = each, step.Kick > 0
		if step.Kick == 0 {
			if step.Temperature != 0 || step.Join || last != math.MaxUint32 {
				t.Fatalf("step %d without kicks: %+v", len(steps), step)
			}
			continue
		}
		if step.Temperature > last || step.Join && step.Temperature != 0 {
			t.Fatalf("step %d: %+v after temperature %d", len(steps), step, last)
		}
		last = step.Temperature
		if step.Join {
			last = math.MaxUint32 - 1
		}
	}
	return steps, now.Elapsed
}

// mostSteps are enough for all plans: rounds get longer where there are many.
const maxPlanSteps = 100 * roundSteps

func sum(steps []Step) (iterations, joins int) {
	for _, s := range steps {
		iterations += s.Iterations
		if s.Join {
			joins++
		}
	}
	return iterations, joins
}

// A run by iterations makes exactly so many, whatever they take.
func TestPlanByIterations(t *testing.T) {
	for _, cities := range []int{8, 2000, 20_000, 100_000, 5_000_000} {
		for _, iterations := range []int{1, 10, 40, 1000, 1_000_000} {
			m := planModel(cities, nil)
			steps, _ := collectSteps(t, m, Options{Rules: engine.Rules{Iterations: iterations}}, time.Second, math.MaxInt)
			made, joins := sum(steps)
			if made != iterations || len(steps) > maxPlanSteps {
				t.Errorf("%d cities: %d iterations in %d steps, want %d", cities, made, len(steps), iterations)
			}
			descent := descentSweeps * ((cities + m.Ants - 1) / m.Ants)
			if iterations > descent+1000 && (joins < 2 && m.Colonies > 1 || joins != 1 && m.Colonies == 1) {
				t.Errorf("%d cities, %d iterations: %d joins of %d colonies", cities, iterations, joins, m.Colonies)
			}
			if slow, _ := collectSteps(t, m, Options{Rules: engine.Rules{Iterations: iterations}}, time.Millisecond, math.MaxInt); len(slow) != len(steps) {
				t.Errorf("%d cities: %d steps, and on a faster device %d", cities, len(steps), len(slow))
			}
			if before := steps[0]; before.Iterations != min(descent, iterations) || before.Kick != 0 {
				t.Errorf("%d cities: the descent is %+v, want %d iterations", cities, before, descent)
			}
		}
	}
}

// A run by the clock ends with it, to within an iteration, on fast and on slow devices.
func TestPlanByClock(t *testing.T) {
	for _, each := range []time.Duration{10 * time.Microsecond, time.Millisecond, 70 * time.Millisecond, 3 * time.Second} {
		for _, limit := range []time.Duration{time.Second, 10 * time.Second, time.Hour} {
			for _, cities := range []int{2000, 200_000} {
				steps, took := collectSteps(t, planModel(cities, nil), Options{Rules: engine.Rules{TimeLimit: limit}}, each, math.MaxInt)
				if each > limit {
					if len(steps) > 1 {
						t.Errorf("%d steps of %v and more in %v", len(steps), each, limit)
					}
					continue
				}
				if took > limit || took < limit-limit/100-each-minStep || len(steps) > maxPlanSteps {
					t.Errorf("%d cities, iterations of %v: %v of %v in %d steps", cities, each, took, limit, len(steps))
				}
			}
		}
	}
}

// Without a limit rounds come back to half of the temperature and are twice as long, each time.
func TestPlanWithoutLimit(t *testing.T) {
	m := planModel(50_000, nil)
	steps, _ := collectSteps(t, m, Options{Rules: engine.Rules{Target: 1}}, time.Millisecond, 6*roundSteps)
	var lengths []int
	var first []uint32
	length := 0
	for _, s := range steps[1:] {
		if length == 0 {
			first = append(first, s.Temperature)
		}
		length += s.Iterations
		if s.Join {
			lengths = append(lengths, length)
			length = 0
		}
	}
	if len(lengths) < 5 {
		t.Fatalf("%d rounds in %d steps", len(lengths), len(steps))
	}
	for i := range lengths[1:] {
		if lengths[i+1] != 2*lengths[i] {
			t.Errorf("rounds of %v iterations", lengths)
		}
		if again := first[i+1]; again < first[0]/2-1 || again > first[0]/2+first[0]/roundSteps {
			t.Errorf("rounds begin at temperatures %v", first)
		}
	}
	// The part of a spread of 100, in 256ths, less the first stair.
	if want := uint32(100*256*m.Parameters.Temperature) * (roundSteps - 1) / roundSteps; first[0] > want || first[0] < want-want/roundSteps {
		t.Errorf("the first temperature is %d, want %d", first[0], want)
	}
}

// A run without any rule has rounds without a limit up to the time at which it ends.
func TestPlanWithoutRules(t *testing.T) {
	o := Options{}.WithDefaults()
	steps, took := collectSteps(t, planModel(1000, nil), o, time.Millisecond, math.MaxInt)
	if _, joins := sum(steps); joins != 5 || took > o.TimeLimit || took < o.TimeLimit-time.Second {
		t.Errorf("%d rounds in %v", joins, took)
	}
}

// At temperature 0 a schedule is short, however long a run is.
func TestScheduleStaysShort(t *testing.T) {
	var list []engine.Step
	m := planModel(100_000, func(p *model.Parameters) { p.Temperature = 0 })
	steps, _ := collectSteps(t, m, Options{Rules: engine.Rules{Iterations: 1_000_000}}, time.Millisecond, math.MaxInt)
	for _, step := range steps {
		list = engine.AddStep(list, step.engine())
	}
	made, joins := sum(stepsOf(list))
	if len(list) != 2 || made != 1_000_000 || joins != 1 {
		t.Errorf("%d steps of %d iterations", len(list), made)
	}
	before, after := engine.SplitSteps(list, 999_999)
	if made, joins := sum(stepsOf(before)); made != 999_999 || joins != 0 {
		t.Errorf("cut short it has %d iterations and %d joins", made, joins)
	}
	if made, joins := sum(stepsOf(after)); made != 1 || joins != 1 {
		t.Errorf("what was cut off has %d iterations and %d joins", made, joins)
	}
	if before, _ = engine.SplitSteps(before, before[0].Iterations); len(before) != 1 {
		t.Errorf("cut at the end of its first step it has %d steps", len(before))
	}
}

func TestSchedulesThatNoRunMakes(t *testing.T) {
	good := Step{Iterations: 5, Settings: model.Settings{Kick: 50, Scales: 4}}
	if err := (&Schedule{Steps: []Step{good, good}}).validate(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*Schedule){
		"faulty":  func(s *Schedule) { s.Faults = 1 },
		"nothing": func(s *Schedule) { s.Steps[0].Iterations = 0 }, "long": func(s *Schedule) { s.Steps[0].Iterations = maxIterations },
		"no scale": func(s *Schedule) { s.Steps[1].Scales = 0 }, "kick": func(s *Schedule) { s.Steps[1].Kick = model.MaxKick + 1 },
	} {
		s := &Schedule{Steps: []Step{good, good}}
		change(s)
		if s.validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Windows are exchanged after each look at all places of the descent, and within the one round, while temperatures go on falling.
func TestPlanExchangesWindows(t *testing.T) {
	m := planModel(1_000_000, func(p *model.Parameters) { p.Colonies, p.Windows = 4, 4 })
	m.Windows = 4
	for name, o := range map[string]Options{"iterations": {Rules: engine.Rules{Iterations: 2000}}, "clock": {Rules: engine.Rules{TimeLimit: 10 * time.Second}}} {
		p := newPlan(m, o)
		now, last := engine.Pace{}, uint32(math.MaxUint32)
		descent, within := 0, 0 // exchanges
		for step, ok := p.next(now); ok; step, ok = p.next(now) {
			now = engine.Pace{Iterations: now.Iterations + step.Iterations, Elapsed: now.Elapsed + time.Duration(step.Iterations)*time.Millisecond, Each: time.Millisecond, Warm: step.Kick > 0}
			switch {
			case step.Kick == 0 && step.Join:
				descent++
			case step.Kick > 0 && step.Temperature > last:
				t.Fatalf("%s: temperature %d after %d", name, step.Temperature, last)
			case step.Kick > 0 && step.Join:
				within++
			}
			if step.Kick > 0 {
				last = step.Temperature
			}
		}
		if descent != descentSweeps || within < roundSteps/exchangeSteps-1 || within > roundSteps/exchangeSteps+1 || last != 0 {
			t.Errorf("%s: %d exchanges in the descent, %d in the round, which ends at temperature %d", name, descent, within, last)
		}
	}
}

// The first step with kicks is one iteration: what iterations without kicks took says little about it.
func TestFirstKicksAreMeasured(t *testing.T) {
	p := newPlan(planModel(20_000, nil), Options{Rules: engine.Rules{TimeLimit: time.Hour}})
	p.DescentLeft = 0
	if step, _ := p.next(engine.Pace{Iterations: 30, Elapsed: time.Second, Each: time.Millisecond}); step.Kick == 0 || step.Iterations != 1 {
		t.Errorf("the first step with kicks is %+v", step)
	}
}
