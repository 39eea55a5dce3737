package merged

import (
	"math"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// Schedule is what a run did. With the same instance, parameters and first tour, every device does it again, and ends with the same
// tour.
type Schedule struct {
	FirstTour string `json:"first_tour_sha256"` // of First of the model, by the caller's numbers; as FirstTourSHA256 has it
	Target    int64  `json:"target,omitempty"`  // 0: none
	Stall     int    `json:"stall,omitempty"`   // 0: none
	Faults    int    `json:"faults,omitempty"`  // of reports of earlier versions: how often the run went back; then it cannot be repeated
	Spoilt    string `json:"spoilt,omitempty"`  // what else keeps it from being done again
	Steps     []Step `json:"steps"`
}

// Step is iterations with the same settings.
type Step struct {
	Iterations int `json:"iterations"` // of each colony
	model.Settings
	// Join has the tours of all colonies recombined after the step, and all of them go on from the tour that this makes.
	Join bool `json:"join,omitempty"`
	// Rounds are those of the recombination, where the clock ended it; 0: it went on until it found nothing more.
	Rounds int `json:"join_rounds,omitempty"`
}

const (
	// maxSteps bounds the steps of a schedule that is read.
	maxSteps = 1 << 20
	// maxScales are as many as a kick's length can be halved.
	maxScales = 32
	// maxIterations keeps the iterations of a run in 32 bits.
	maxIterations = math.MaxInt32
)

// validate refuses what no run does.
func (s *Schedule) validate() error {
	if s.Faults > 0 {
		return problem.Errorf("schedule: the device of that run computed wrongly, %d times; what it then did cannot be repeated", s.Faults)
	}
	if s.Spoilt != "" {
		return problem.Errorf("schedule: that run cannot be repeated: %q", s.Spoilt)
	}
	if len(s.Steps) > maxSteps {
		return problem.Errorf("schedule: %d steps; there are up to %d", len(s.Steps), maxSteps)
	}
	iterations := 0
	for i, step := range s.Steps {
		if step.Iterations < 1 || step.Iterations > maxIterations-iterations || step.Scales < 1 || step.Scales > maxScales || step.Kick > model.MaxKick || step.Rounds < 0 {
			return problem.Errorf("schedule: step %d has %d iterations, kicks of %d cities at %d scales: no run makes such a step", i+1, step.Iterations, step.Kick, step.Scales)
		}
		iterations += step.Iterations
	}
	return nil
}

// engine returns the step as the engine has it.
func (s Step) engine() engine.Step {
	return engine.Step{Iterations: s.Iterations, Settings: s.Settings, Exchange: s.Join, Rounds: s.Rounds, Warmup: s.Kick == 0}
}

// stepsOf returns the engine's steps as a schedule has them.
func stepsOf(steps []engine.Step) []Step {
	list := make([]Step, len(steps))
	for i, step := range steps {
		list[i] = Step{step.Iterations, settingsOf(step), step.Exchange, step.Rounds}
	}
	return list
}

// engineSteps returns steps as the engine has them.
func engineSteps(steps []Step) []engine.Step {
	list := make([]engine.Step, len(steps))
	for i, step := range steps {
		list[i] = step.engine()
	}
	return list
}

// settingsOf returns the settings of a step.
func settingsOf(step engine.Step) model.Settings { return step.Settings.(model.Settings) }

// planner says what comes next in a run, as long as something does.
type planner interface {
	next(now engine.Pace) (Step, bool)
}

// replay repeats the steps of a schedule.
type replay struct{ steps []Step }

func (r *replay) next(engine.Pace) (Step, bool) {
	if len(r.steps) == 0 {
		return Step{}, false
	}
	step := r.steps[0]
	r.steps = r.steps[1:]
	return step, true
}
