package aco

import (
	"context"
	"encoding/json"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Merged is the default solver: many ants change parts of one tour at once, by perturbation, local
// search and annealing, and compatible changes are merged. It takes an asymmetric matrix as a
// symmetric instance of twice as many cities ([reduce.NodePairs]). The zero value has the measured
// optimum of each parameter.
type Merged struct {
	Ants       int // of each colony and iteration; 0: by the number of cities
	Colonies   int // on all devices together; 0: by the number of cities
	Candidates int // nearest cities in each city's candidate list, up to 16; 0: 8
	// Temperature is the initial temperature of annealing. Its unit is the mean difference between
	// the distances to the fourth nearest and to the nearest city. 0: no annealing; nil: by the
	// number of cities.
	Temperature *float64
	// Noise is the greatest standard deviation of the random moves of cities before the first
	// tours of colonies, in units of the distance to the fourth nearest city. 0: all colonies
	// start from one tour, and continue from one after each exchange; nil: 0.4.
	Noise *float64
	// Kick is the maximum number of cities in each of the three segments of a kick (a double
	// bridge); 0: by the number of cities.
	Kick int
	// Peers are other runs on the same instance, with which the run exchanges tours; nil: none.
	Peers Peers
}

func (m Merged) check(*Options) error {
	if err := notNegative(
		number{"Ants", m.Ants}, number{"Colonies", m.Colonies}, number{"Candidates", m.Candidates},
		number{"Kick", m.Kick}); err != nil {
		return err
	}
	if m.Noise != nil && *m.Noise > 0 && m.Colonies == 1 {
		return exclude("Noise", "Colonies", "a single colony has no other first tour to differ from")
	}
	return nil
}

func (m Merged) newRunner(r *request) (runner, error) {
	if few, err := r.toMerged(); few != nil || err != nil {
		return few, err
	}
	p := m.parameters(r.instance.Dimension(), r.options.seed())
	return r.newMergedRunner(merged.Options{Parameters: p, Peers: r.peers(m.Peers)}), nil
}

// parameters returns the recommended parameters for a number of cities, changed by the options
// that are set.
func (m Merged) parameters(cities int, seed uint64) model.Parameters {
	p := model.Recommended(cities)
	p.Ants, p.Colonies, p.Seed = m.Ants, m.Colonies, seed // 0: chosen later, by the number of devices
	set(&p.Candidates, m.Candidates)
	set(&p.Kick, m.Kick)
	setPointer(&p.Temperature, m.Temperature)
	setPointer(&p.Noise, m.Noise)
	return p
}

// MergedResult is what only a run of the default solver has.
type MergedResult struct {
	Parameters MergedParameters
	Schedule   Schedule
	// EarlyIterations is the number of iterations that the processor made before the devices were
	// ready; 0 without a time limit.
	EarlyIterations int
	// Exchange is what each device exchanged with the others, in the order of Result.Devices, nil
	// for a device that works on colonies of its own.
	Exchange []*DeviceExchange
}

// MergedParameters are the parameters of a run of the default solver, with all defaults.
type MergedParameters struct {
	Ants        int     `json:"ants"`
	Colonies    int     `json:"colonies"`
	Candidates  int     `json:"candidates"`
	Kick        int     `json:"kick"`
	Temperature float64 `json:"temperature"`
	Noise       float64 `json:"noise,omitempty"`
	Seed        uint64  `json:"-"`
}

// DeviceExchange is what a device exchanged with others that work on the same colony. Iterations
// that were repeated because another device was wrong count twice.
type DeviceExchange struct {
	Iterations     int
	Ants           uint64 // that ran on the device, in all iterations
	Sent, Received uint64 // bytes of changes, in all iterations
}

// Schedule has the steps of a run of the default solver. Its JSON is the schedule of a report.
type Schedule struct{ steps merged.Schedule }

// MarshalJSON implements json.Marshaler.
func (s Schedule) MarshalJSON() ([]byte, error) { return json.Marshal(s.steps) }

// UnmarshalJSON implements json.Unmarshaler.
func (s *Schedule) UnmarshalJSON(text []byte) error {
	return jsonerror.Explain(json.Unmarshal(text, &s.steps), "schedule")
}

// Arrival is a tour of a peer that took part in a recombination.
type Arrival struct {
	Iteration int    // of each colony, before the recombination
	ID        string // as PeerTour.ID
}

// Arrivals returns the tours of peers that took part, in the order of the run.
func (s Schedule) Arrivals() (list []Arrival) {
	iteration := 0
	for _, step := range s.steps.Steps {
		iteration += step.Iterations
		for _, id := range step.Arrived {
			list = append(list, Arrival{iteration, id})
		}
	}
	return list
}

// Replay repeats a run of the default solver step by step, on any device, even if a time limit
// ended it. The instance, the path and the initial tour must be the same. Its seed is in
// Parameters. A run of [Chained] is repeated on the processor. The JSON of a Replay has all but Peers.
type Replay struct {
	Parameters MergedParameters
	Schedule   Schedule
	Peers      Peers          // that return the tours of Schedule.Arrivals; nil: the run had no peers
	Chained    *ChainedReplay // a run of Chained, without the fields above; nil: of the default solver
}

func (p Replay) check(o *Options) error {
	option := o.firstRule()
	if o.Seed != nil {
		option = "Seed"
	}
	if option != "" {
		return exclude(option, "Replay", "a replayed run keeps the options that it had")
	}
	if p.Chained != nil {
		return p.Chained.check()
	}
	return nil
}

func (p Replay) newRunner(r *request) (runner, error) {
	if p.Chained != nil {
		return p.Chained.newRunner(r)
	}
	if few, err := r.toMerged(); few != nil || err != nil {
		return few, err
	}
	schedule := p.Schedule.steps
	schedule.Target = r.reduction.target(schedule.Target)
	return r.newMergedRunner(merged.Options{
		Parameters: model.Parameters(p.Parameters), Schedule: &schedule, Peers: r.peers(p.Peers),
	}), nil
}

// mergedRunner runs the default solver.
type mergedRunner struct{ options merged.Options }

// newMergedRunner completes the options of a new run.
func (r *request) newMergedRunner(options merged.Options) runner {
	options.Rules, options.InitialTour = r.rules(), r.options.InitialTour
	options.Options = r.engineOptions()
	return &mergedRunner{options}
}

// toMerged makes the instance one that Merged takes. Where it has too few cities, toMerged returns
// what compares all tours, else nil.
func (r *request) toMerged() (runner, error) {
	if !r.instance.Symmetric() && r.suitsExhaustive(classicmodel.MinCities) {
		return newExhaustiveRunner(r)
	}
	if err := r.usePairs(); err != nil {
		return nil, err
	}
	if r.suitsExhaustive(model.MinCities) {
		return newExhaustiveRunner(r)
	}
	return nil, nil
}

// engineOptions returns the options for the packages below.
func (r *request) engineOptions() engine.Options {
	o := &r.options
	return engine.Options{
		MaxSubmit: o.MaxSubmit, HostMemory: o.HostMemory, Started: o.Started, AfterRun: o.Reserve,
		Checkpoint: o.checkpoint(), Later: func(rest func()) { r.rest = append(r.rest, rest) },
	}
}

func (m *mergedRunner) plans(r *request) ([]pipeline.MemoryPlan, error) {
	return merged.PlansFor(r.instance, r.vulkan(), m.options)
}

func (m *mergedRunner) host(r *request) (merged.HostPlan, error) {
	return merged.PlanHost(r.instance, r.vulkan(), m.options)
}

func (m *mergedRunner) solve(ctx context.Context, r *request) (*Result, error) {
	options := m.options.WithDefaults()
	start := r.begin(
		Progress{Algorithm: AlgorithmMerged, Iteration: options.Resume.Iteration()}, &options.Options, options.TimeLimit,
	)
	found, err := merged.Solve(ctx, r.instance, r.vulkan(), options, r.watch(start))
	if err != nil {
		return nil, err
	}
	result := r.result(&found.Result)
	p := found.Parameters
	own := &MergedResult{
		Parameters: MergedParameters(p), Schedule: Schedule{found.Schedule}, EarlyIterations: found.EarlyIterations,
	}
	for _, d := range found.Devices {
		own.Exchange = append(own.Exchange, (*DeviceExchange)(d.Exchange))
	}
	result.Algorithm, result.Method, result.Seed = AlgorithmMerged, own, p.Seed
	result.FirstTour, result.FirstLength = FirstTour(found.FirstTour), found.FirstLength
	if found.HasInitial {
		result.InitialUse = InitialColony
	}
	return result, nil
}
