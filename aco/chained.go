package aco

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/chained"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Chained is a method for the processor alone: chained Lin-Kernighan on several tours, which are
// recombined. Large instances have one tour, whose parts are improved at the same time. It takes
// an asymmetric matrix as a symmetric instance of twice as many cities ([reduce.NodePairs]). The
// tour of a number of iterations does not depend on the number of processors. The zero value has
// the measured optimum of each parameter.
type Chained struct {
	Colonies   int // tours; 0: by the number of cities
	Candidates int // nearest cities in each city's candidate list, up to 16; 0: 8
}

func (c Chained) check(*Options) error {
	return notNegative(number{"Colonies", c.Colonies}, number{"Candidates", c.Candidates})
}

func (c Chained) newRunner(r *request) (runner, error) {
	if few, err := r.toMerged(); few != nil || err != nil {
		return few, err
	}
	p := chained.Parameters{Colonies: c.Colonies, Candidates: c.Candidates, Seed: r.options.seed()}
	return r.newChainedRunner(chained.Options{
		Rules: r.rules(), Options: r.engineOptions(), Parameters: p, InitialTour: r.options.InitialTour,
	})
}

// ChainedReplay is a run of Chained that is repeated.
type ChainedReplay struct {
	Parameters ChainedParameters // with the seed
	Iterations int               // of the result, 1 or more
	Cut        *ChainedCut       // of the result; nil: its recombination was complete
	LastKicks  int               // of the result
	// FirstLength is the length of the first tour, which an initial tour changes; 0: not known.
	FirstLength int64
	InitialUse  InitialUse // of the result
	Target      int64      // the length of a result with StopTarget; 0: another rule ended the run
}

// replay returns what repeats the run of a result, nil if no number of iterations has its tour.
func (c *ChainedResult) replay(r *Result) *Replay {
	if c.Unrecombined && c.Cut == nil || r.Iterations < 1 {
		return nil
	}
	replay := ChainedReplay{Parameters: c.Parameters, Iterations: r.Iterations, Cut: c.Cut, LastKicks: c.LastKicks,
		FirstLength: r.FirstLength, InitialUse: r.InitialUse}
	replay.Parameters.Seed = r.Seed
	if r.Stop == StopTarget {
		replay.Target = r.Length
	}
	return &Replay{Chained: &replay}
}

func (p *ChainedReplay) check() error {
	if p.Iterations < 1 {
		return refuse("Replay", "a run of %d iterations cannot be repeated", p.Iterations)
	}
	if p.Cut != nil && (p.Cut.Rounds < 0 || p.Cut.AssemblyRounds < 0) {
		return refuse("Replay", "a number of rounds is negative")
	}
	if p.Parameters.Colonies < 1 || p.Parameters.Candidates < 1 || p.LastKicks < 0 || p.FirstLength < 0 {
		return refuse("Replay", "a number of colonies, candidates or last kicks, or a length is out of range")
	}
	return nil
}

func (p *ChainedReplay) newRunner(r *request) (runner, error) {
	if few, err := r.toMerged(); few != nil || err != nil {
		return few, err
	}
	r.choice = "on the processor: chained Lin-Kernighan (chained), as the run that is repeated"
	return r.newChainedRunner(chained.Options{
		Rules:   engine.Rules{Iterations: p.Iterations, Target: r.reduction.target(p.Target)},
		Options: r.engineOptions(), Parameters: chained.Parameters(p.Parameters), InitialTour: r.options.InitialTour,
		Cut: (*chained.Cut)(p.Cut), LastKicks: p.LastKicks, FirstLength: r.reduction.target(p.FirstLength),
		InitialUse: chained.InitialUse(p.InitialUse),
	})
}

// ChainedResult is what only a run of Chained has.
type ChainedResult struct {
	Parameters ChainedParameters
	// Unrecombined: the time limit or an interrupt ended the recombination of the tours after the
	// last iteration, or the first iteration. A run of as many iterations has another tour.
	Unrecombined bool
	// Cut is not nil if it ended the recombination; [Result.Replay] repeats as much of it.
	Cut *ChainedCut
	// LastKicks is the number of kicks of the best tour in the time that was left at the end. A run of
	// as many iterations has another tour; [Result.Replay] repeats the kicks.
	LastKicks int
}

// ChainedCut says how far the recombination after the last iteration came before it was interrupted.
type ChainedCut struct {
	Rounds         int `json:"rounds,omitempty"`          // of the recombination
	AssemblyRounds int `json:"assembly_rounds,omitempty"` // of edge assembly afterwards; both 0: without effect
}

// ChainedParameters are the parameters of a run of Chained, with all defaults.
type ChainedParameters struct {
	Colonies   int `json:"colonies"`
	Candidates int `json:"candidates"`
	// Near: candidates are near cities, because the time limit was short.
	Near bool `json:"near_candidates,omitempty"`
	// Shallow: moves were of 2-opt and Or-opt, of asymmetric instances exchanges of up to three edges,
	// because the time limit was very short.
	Shallow bool   `json:"shallow,omitempty"`
	Seed    uint64 `json:"-"`
}

// chainedRunner runs Chained.
type chainedRunner struct{ options chained.Options }

// newChainedRunner returns what runs Chained. It refuses Vulkan devices.
func (r *request) newChainedRunner(options chained.Options) (runner, error) {
	if r.devices == nil || r.lender != nil && r.vulkan()[0] != nil {
		r.giveDevices()
		r.devices = nil
		if err := r.openDevice(r.ctx); err != nil {
			return nil, err
		}
	}
	if len(r.devices) > 1 || r.vulkan()[0] != nil {
		return nil, &OptionError{
			Option: "Devices", Reason: string(AlgorithmChained) + " runs on the processor alone",
			Remedies: []Remedy{{{Option: "Devices", Value: DeviceCPU}}},
		}
	}
	return &chainedRunner{options}, nil
}

func (c *chainedRunner) plans(r *request) ([]pipeline.MemoryPlan, error) {
	bytes, err := chained.MemoryFor(r.instance, c.options)
	return []pipeline.MemoryPlan{{HostBytes: bytes}}, err
}

func (*chainedRunner) host(*request) (merged.HostPlan, error) { return nil, nil }

func (c *chainedRunner) solve(ctx context.Context, r *request) (*Result, error) {
	options := c.options.WithDefaults()
	start := r.begin(
		Progress{Algorithm: AlgorithmChained, Iteration: options.Resume.Iteration()}, &options.Options, options.TimeLimit,
	)
	found, err := chained.Solve(ctx, r.instance, options, r.watch(start))
	if err != nil {
		return nil, err
	}
	result, p := r.result(&found.Result), found.Parameters
	result.Method = &ChainedResult{
		Parameters: ChainedParameters(p), Unrecombined: found.Cut != nil || found.Partial, Cut: (*ChainedCut)(found.Cut),
		LastKicks: found.LastKicks,
	}
	result.Algorithm, result.Seed = AlgorithmChained, p.Seed
	result.FirstTour, result.FirstLength = FirstTour(found.FirstTour), found.FirstLength
	result.InitialUse = InitialUse(found.InitialUse)
	return result, nil
}
