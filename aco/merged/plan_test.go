package merged

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// planModel returns a model with the fields that plans use. The spread is 100.
func planModel(cities int, change func(*model.Parameters)) *model.Model {
	p := model.Recommended(cities)
	if change != nil {
		change(&p)
	}
	return &model.Model{Parameters: p, Cities: cities, Ants: p.Ants, Colonies: p.Colonies, StartLength: 100 * uint64(cities), Spread: 100}
}

// collectSteps returns the steps of a plan and their total time if all iterations take the same
// time. It checks the properties of all plans: first steps without kicks, then rounds in which the
// temperature falls to 0, with an exchange at the end.
func collectSteps(t *testing.T, m *model.Model, o Options, each time.Duration, limit int) (steps []Step, took time.Duration) {
	t.Helper()
	p := newPlan(m, o)
	now, last := engine.Pace{}, uint32(math.MaxUint32)
	for len(steps) < limit {
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
			if step.Temperature != 0 || step.Exchange || last != math.MaxUint32 {
				t.Fatalf("step %d without kicks: %+v", len(steps), step)
			}
			continue
		}
		if step.Temperature > last || step.Exchange && step.Temperature != 0 {
			t.Fatalf("step %d: %+v after temperature %d", len(steps), step, last)
		}
		last = step.Temperature
		if step.Exchange {
			last = math.MaxUint32 - 1
		}
	}
	return steps, now.Elapsed
}

// maxPlanSteps bounds the steps of all plans. If there are many rounds, they become longer.
const maxPlanSteps = 100 * stepsPerRound

// sum returns the iterations and the exchanges of steps.
func sum(steps []Step) (iterations, exchanges int) {
	for _, s := range steps {
		iterations += s.Iterations
		if s.Exchange {
			exchanges++
		}
	}
	return iterations, exchanges
}

// A plan with an iteration limit has exactly that many iterations, independent of their time.
func TestPlanByIterations(t *testing.T) {
	for _, cities := range []int{8, 2000, 20_000, 100_000, 5_000_000} {
		for _, iterations := range []int{1, 10, 40, 1000, 1_000_000} {
			m := planModel(cities, nil)
			steps, _ := collectSteps(t, m, Options{Rules: engine.Rules{Iterations: iterations}}, time.Second, math.MaxInt)
			got, exchanges := sum(steps)
			if got != iterations || len(steps) > maxPlanSteps {
				t.Errorf("%d cities: %d iterations in %d steps, want %d", cities, got, len(steps), iterations)
			}
			descent := descentSweeps * ((cities + m.Ants - 1) / m.Ants)
			if iterations > descent+1000 && (exchanges < 2 && m.Colonies > 1 || exchanges != 1 && m.Colonies == 1) {
				t.Errorf("%d cities, %d iterations: %d exchanges of %d colonies", cities, iterations, exchanges, m.Colonies)
			}
			if slow, _ := collectSteps(t, m, Options{Rules: engine.Rules{Iterations: iterations}}, time.Millisecond, math.MaxInt); len(slow) != len(steps) {
				t.Errorf("%d cities: %d steps, on a faster device %d", cities, len(steps), len(slow))
			}
			if first := steps[0]; first.Iterations != min(descent, iterations) || first.Kick != 0 {
				t.Errorf("%d cities: the descent is %+v, want %d iterations", cities, first, descent)
			}
		}
	}
}

// A plan with a time limit ends at the limit, within an iteration, on fast and slow devices.
func TestPlanByClock(t *testing.T) {
	for _, each := range []time.Duration{10 * time.Microsecond, time.Millisecond, 70 * time.Millisecond, 3 * time.Second} {
		for _, limit := range []time.Duration{time.Second, 10 * time.Second, time.Hour} {
			for _, cities := range []int{2000, 200_000} {
				steps, took := collectSteps(t, planModel(cities, nil), Options{Rules: engine.Rules{TimeLimit: limit}}, each, math.MaxInt)
				if each > limit {
					if len(steps) > 1 {
						t.Errorf("%d steps of at least %v in %v", len(steps), each, limit)
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

// By the clock no round between two recombinations takes less time than the first of them, and the
// last round takes the rest of the time.
func TestRoundsTakeLongerThanRecombinations(t *testing.T) {
	const each, limit = time.Millisecond, 10 * time.Second
	for _, recombination := range []time.Duration{10 * time.Millisecond, 300 * time.Millisecond, 2 * time.Second, 4 * time.Second} {
		p := newPlan(planModel(8000, nil), Options{Rules: engine.Rules{TimeLimit: limit}})
		now, began, rounds := engine.Pace{Each: each, Warm: true}, time.Duration(0), 0
		for step, ok := p.next(now); ok; step, ok = p.next(now) {
			now.Iterations += step.Iterations
			now.Elapsed += time.Duration(step.Iterations) * each
			if !step.Exchange {
				continue
			}
			if took := now.Elapsed - began; rounds > 0 && p.more() && took < recombination {
				t.Errorf("round %d takes %v, a recombination %v", rounds+1, took, recombination)
			}
			if rounds++; !p.more() {
				break
			}
			now.Elapsed += recombination
			began, p.recombining = now.Elapsed, int64(recombination)
		}
		if rounds < 2 || now.Elapsed > limit || now.Elapsed < limit-minStep {
			t.Errorf("recombinations of %v: %d rounds end after %v of %v", recombination, rounds, now.Elapsed, limit)
		}
	}
}

// Without a limit each round starts at half of the first temperature and is twice as long as the
// previous one.
func TestPlanWithoutLimit(t *testing.T) {
	m := planModel(50_000, nil)
	steps, _ := collectSteps(t, m, Options{Rules: engine.Rules{Target: 1}}, time.Millisecond, 6*stepsPerRound)
	var lengths []int
	var first []uint32
	length := 0
	for _, s := range steps[1:] {
		if length == 0 {
			first = append(first, s.Temperature)
		}
		length += s.Iterations
		if s.Exchange {
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
		if again := first[i+1]; again < first[0]/2-1 || again > first[0]/2+first[0]/stepsPerRound {
			t.Errorf("rounds start at the temperatures %v", first)
		}
	}
	// In 1/256 of the spread of 100, at the end of the first step.
	if want := uint32(100*256*m.Parameters.Temperature) * (stepsPerRound - 1) / stepsPerRound; first[0] > want || first[0] < want-want/stepsPerRound {
		t.Errorf("the first temperature is %d, want %d", first[0], want)
	}
}

// The colonies of a population start anew after some rounds without a shorter tour, at the first
// temperature, if enough time is left.
func TestPlanRenewsPopulations(t *testing.T) {
	m := planModel(2000, nil)
	for name, o := range map[string]Options{
		"limit": {Rules: engine.Rules{Iterations: 60_000}}, "no limit": {Rules: engine.Rules{Target: 1}},
	} {
		for _, shorter := range []bool{false, true} {
			p := newPlan(m, o)
			now, rounds, renewals := engine.Pace{}, 0, 0
			for range 20 * stepsPerRound {
				step, ok := p.next(now)
				if !ok {
					break
				}
				if step.Renew {
					if renewals++; rounds < minEpochRounds || step.Temperature < p.initial.Temperature*9/10 || o.Iterations > 0 && o.Iterations-now.Iterations < epochSweeps*8 {
						t.Errorf("%s: the colonies start anew after %d rounds and %d iterations at temperature %d", name, rounds, now.Iterations, step.Temperature)
					}
					rounds = 0
				}
				now.Iterations += step.Iterations
				if step.Exchange {
					rounds++
					p.exchanged(shorter)
				}
			}
			if renewals > 0 == shorter {
				t.Errorf("%s: %d renewals; exchanges find shorter tours: %t", name, renewals, shorter)
			}
		}
	}
}

// A plan without rules has rounds of doubling length until the default time limit. The first one takes
// a second, or 150 sweeps of a fast device.
func TestPlanWithoutRules(t *testing.T) {
	o := Options{}.WithDefaults()
	for each, want := range map[time.Duration]int{time.Millisecond: 5, 50 * time.Microsecond: 9} {
		steps, took := collectSteps(t, planModel(1000, nil), o, each, math.MaxInt)
		if _, exchanges := sum(steps); exchanges != want || took > o.TimeLimit || took < o.TimeLimit-time.Second {
			t.Errorf("%v each: %d rounds in %v, want %d", each, exchanges, took, want)
		}
	}
}

// At temperature 0 a long run has two kinds of steps. The engine joins steps with the same
// settings.
func TestScheduleStaysShort(t *testing.T) {
	m := planModel(100_000, func(p *model.Parameters) { p.Temperature = 0 })
	steps, _ := collectSteps(t, m, Options{Rules: engine.Rules{Iterations: 1_000_000}}, time.Millisecond, math.MaxInt)
	got, exchanges := sum(steps)
	joined := slices.CompactFunc(steps, func(step, last Step) bool { return !last.Exchange && step.Settings == last.Settings })
	if len(joined) != 2 || got != 1_000_000 || exchanges != 1 {
		t.Errorf("%d steps of %d iterations", len(joined), got)
	}
}

func TestImpossibleSchedulesAreRefused(t *testing.T) {
	good := Step{Iterations: 5, Settings: model.Settings{Kick: 50, Scales: 4}}
	m := &model.Model{}
	if err := scheduleOf(m, good, good).validate(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*Schedule){
		"nothing": func(s *Schedule) { s.Steps[0].Iterations = 0 }, "long": func(s *Schedule) { s.Steps[0].Iterations = maxIterations },
		"no scale": func(s *Schedule) { s.Steps[1].Scales = 0 }, "kick": func(s *Schedule) { s.Steps[1].Kick = model.MaxKick + 1 },
		"meetings": func(s *Schedule) { s.Meetings = 2 }, "fewer than none": func(s *Schedule) { s.EdgeAssembly, s.Meetings = true, -1 },
	} {
		s := scheduleOf(m, good, good)
		change(s)
		if s.validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// The first step with kicks is one iteration, because it takes another time than iterations
// without kicks.
func TestFirstKicksAreMeasured(t *testing.T) {
	p := newPlan(planModel(20_000, nil), Options{Rules: engine.Rules{TimeLimit: time.Hour}})
	p.DescentLeft = 0
	if step, _ := p.next(engine.Pace{Iterations: 30, Elapsed: time.Second, Each: time.Millisecond}); step.Kick == 0 || step.Iterations != 1 {
		t.Errorf("the first step with kicks is %+v", step)
	}
}

// Time that the last round leaves is used at temperature 0, for as long as an iteration fits. The
// colonies of a population continue from one tour.
func TestRestOfTheTime(t *testing.T) {
	for _, population := range []bool{false, true} {
		m := planModel(2000, func(p *model.Parameters) {
			if p.Colonies = 4; !population {
				p.Noise = 0
			}
		})
		p := newPlan(m, Options{Rules: engine.Rules{TimeLimit: time.Second}})
		p.DescentLeft, p.Round, p.RoundDone, p.RoundEnd = 0, 1, true, p.limit
		now := engine.Pace{Iterations: 10, Elapsed: 900 * time.Millisecond, Each: 10 * time.Millisecond, Warm: true}
		made := 0
		for step, ok := p.next(now); ok; step, ok = p.next(now) {
			if step.Temperature != 0 || step.Kick == 0 || step.Exchange || step.Together != population {
				t.Fatalf("%+v", step)
			}
			made += step.Iterations
			now.Elapsed += time.Duration(step.Iterations) * now.Each
		}
		if made != 10 {
			t.Errorf("%d iterations in the time of 10", made)
		}
	}
}

// If the time left is too short for a round and its recombination, the rest is for iterations from one
// tour.
func TestOmittedRound(t *testing.T) {
	for name, c := range map[string]struct {
		noise float64
		done  bool
		want  bool
	}{"population": {.4, true, true}, "within a round": {.4, false, false}, "no population": {0, true, false}} {
		m := planModel(2000, func(p *model.Parameters) { p.Colonies, p.Noise = 4, c.noise })
		p := newPlan(m, Options{Rules: engine.Rules{TimeLimit: time.Second}})
		p.DescentLeft, p.Round, p.RoundDone, p.RoundEnd = 0, 1, c.done, p.limit/2
		now := engine.Pace{Iterations: 10, Elapsed: 995 * time.Millisecond, Each: 10 * time.Millisecond, Warm: true}
		if step, ok := p.next(now); ok {
			t.Fatalf("%s: %+v in the time of half an iteration", name, step)
		}
		if got := p.omitRound(); got != c.want || got == p.more() {
			t.Errorf("%s: a round is omitted: %t, want %t", name, got, c.want)
		}
		if !c.want {
			continue
		}
		now.Elapsed -= 400 * time.Millisecond // less is reserved
		if step, ok := p.next(now); !ok || !step.Together || step.Exchange || step.Temperature != 0 || step.Iterations < 10 {
			t.Errorf("%s: %+v in the rest of the time", name, step)
		}
	}
}

// Plans are the recorded ones, with exchanges that take time and find shorter tours now and then: a round
// that is cut in another way makes runs worse, which no other test sees.
func TestPlansAreTheSame(t *testing.T) {
	for cities, want := range map[int]string{8: "06a40fff1273", 300: "1f0d0613fa3b", 8000: "c991f929e3ed", 300_000: "97cc449e8d0b"} {
		hash := sha256.New()
		for _, o := range []Options{
			{Rules: engine.Rules{Iterations: 3000}}, {Rules: engine.Rules{Iterations: 60_000}}, {Rules: engine.Rules{Target: 1}},
			{Rules: engine.Rules{TimeLimit: time.Second}}, {Rules: engine.Rules{TimeLimit: 40 * time.Second}}, Options{}.WithDefaults(),
		} {
			for _, took := range []time.Duration{0, 100 * time.Millisecond, 3 * time.Second} { // an exchange, or 10,000 iterations
				p, now := newPlan(planModel(cities, nil), o), engine.Pace{Each: took / 10_000}
				for range 12 * stepsPerRound {
					step, ok := p.next(now)
					if !ok {
						break
					}
					fmt.Fprintln(hash, step)
					now.Iterations += step.Iterations
					now.Elapsed += time.Duration(step.Iterations) * now.Each
					now.Warm = step.Kick > 0
					if step.Exchange {
						now.Elapsed += took
						p.recombining = p.ticks(engine.Pace{Elapsed: took})
						p.exchanged(p.Round%4 == 1)
					}
				}
			}
		}
		if got := fmt.Sprintf("%x", hash.Sum(nil)[:6]); got != want {
			t.Errorf("%d cities: hash %s, want %s", cities, got, want)
		}
	}
}
