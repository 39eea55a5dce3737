package aco

import (
	"encoding/json"

	"github.com/aco-vk/aco-vk/aco/chained"
	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/engine"
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
	algorithm := Algorithm(r.resumed.Header.Algorithm)
	if algorithm != AlgorithmMerged && s.Peers != nil {
		return nil, refuse("Peers", "the run is one of %s, and only the default solver exchanges tours with peers", algorithm)
	}
	if algorithm != AlgorithmMerged && algorithm != AlgorithmChained {
		return s.classic(r)
	}
	if kernel := s.Kernels.first(); kernel != "" {
		name := string(algorithm)
		if algorithm == AlgorithmMerged {
			name = "the default solver"
		}
		return nil, refuse("Kernels."+kernel, "the run is one of %s, which has no such option; leave it out", name)
	}
	if err := r.usePairs(); err != nil {
		return nil, err
	}
	own := r.engineOptions()
	if algorithm == AlgorithmMerged {
		restored, err := merged.Resume(r.resumed)
		if err != nil {
			return nil, err
		}
		own.Resumed = restored.Resumed
		restored.Options, restored.Peers = own, r.peers(s.Peers)
		r.replaceRules(&restored.Rules)
		return &mergedRunner{restored}, nil
	}
	restored, err := chained.Resume(r.resumed)
	if err != nil {
		return nil, err
	}
	own.Resumed = restored.Resumed
	restored.Options = own
	r.replaceRules(&restored.Rules)
	return r.newChainedRunner(restored)
}

// replaceRules replaces the rules of a run to resume if there are others.
func (r *request) replaceRules(of *engine.Rules) {
	if rules := r.options.rules(); !rules.None() {
		*of = rules
	}
}

func (s Resume) classic(r *request) (runner, error) {
	restored, err := classic.Resume(r.resumed)
	if err != nil {
		return nil, err
	}
	var before ownState
	if state := restored.Resume.Saved.Caller; state != nil {
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
	r.replaceRules(&c.options.Rules)
	return c, c.setOptions(r)
}
