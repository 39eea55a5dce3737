package aco

import (
	"encoding/json"

	"github.com/aco-vk/aco-vk/aco/chained"
	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/internal/jsonerror"
)

// Resume continues the run of a checkpoint on the same instance, on any device. Its method,
// parameters and seed are the run's. If a stop rule is set, it replaces all rules of the run;
// limits include the iterations and time already spent.
type Resume struct {
	File    string  // a checkpoint
	Peers   Peers   // as Merged.Peers, for a run of the default solver; nil: none
	Kernels Kernels // for a run of MMAS, ACS or Ant System; zero: the run's
}

func (s Resume) check(o *Options) error {
	option := ""
	switch {
	case s.File == "":
		return refuse("Resume", "it has no file; name a checkpoint")
	case o.Seed != nil:
		option = "Seed"
	case o.InitialTour != nil:
		option = "InitialTour"
	}
	if option != "" {
		return exclude(option, "Resume", "a resumed run keeps the options that it started with")
	}
	return nil
}

func (s Resume) newRunner(r *request) (runner, error) {
	switch Algorithm(r.resumed.Header.Algorithm) {
	case AlgorithmMerged:
		return s.merged(r)
	case AlgorithmChained:
		return s.chained(r)
	}
	return s.classic(r)
}

func (s Resume) merged(r *request) (runner, error) {
	if kernel := s.Kernels.first(); kernel != "" {
		return nil, refuse("Kernels."+kernel,
			"the run is one of the default solver, which has no such option; leave it out")
	}
	if err := r.usePairs(); err != nil {
		return nil, err
	}
	restored, err := merged.Resume(r.resumed)
	if err != nil {
		return nil, err
	}
	if rules := r.options.rules(); !rules.None() {
		restored.Rules = rules
	}
	resumed := restored.Resumed
	restored.Options, restored.Peers = r.engineOptions(), r.peers(s.Peers)
	restored.Resumed = resumed
	return &mergedRunner{restored}, nil
}

func (s Resume) chained(r *request) (runner, error) {
	if kernel := s.Kernels.first(); kernel != "" {
		return nil, refuse("Kernels."+kernel, "the run is one of chained, which has no such option; leave it out")
	}
	if s.Peers != nil {
		return nil, s.refusePeers(r)
	}
	if err := r.usePairs(); err != nil {
		return nil, err
	}
	restored, err := chained.Resume(r.resumed)
	if err != nil {
		return nil, err
	}
	if rules := r.options.rules(); !rules.None() {
		restored.Rules = rules
	}
	resumed := restored.Resumed
	restored.Options = r.engineOptions()
	restored.Resumed = resumed
	return r.newChainedRunner(restored)
}

func (s Resume) classic(r *request) (runner, error) {
	restored, err := classic.Resume(r.resumed)
	if err != nil {
		return nil, err
	}
	if s.Peers != nil {
		return nil, s.refusePeers(r)
	}
	var before ownState
	if state := restored.Resume.Caller(); state != nil {
		if err := json.Unmarshal(state, &before); err != nil {
			return nil, r.resumed.Damaged("%v", jsonerror.Explain(err, "kernels"))
		}
	}
	preset, err := classic.PresetNamed(before.Preset)
	if err == nil && !preset.Has(r.instance, restored.Parameters) {
		before.Preset = "" // the run is of a version whose preset was another system
	}
	c := &classicRunner{before.Preset, s.Kernels != (Kernels{}), restored}
	if c.options.Kernel = s.Kernels.config(); s.Kernels == (Kernels{}) {
		c.options.Kernel = before.Form
	}
	if rules := r.options.rules(); !rules.None() {
		c.options.Rules = rules
	}
	return c, c.setOptions(r)
}

func (Resume) refusePeers(r *request) error {
	const reason = "the run is one of %s, and only the default solver exchanges tours with peers"
	return refuse("Peers", reason, r.resumed.Header.Algorithm)
}
