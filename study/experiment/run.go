package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Instance is an instance of an experiment.
type Instance struct {
	File   string // as solve takes it: a file, or "gen:uniform:100:1"
	Name   string // that rows have: no other instance of the experiment has it
	SHA256 string // of cities and metric
	Cities int
}

// Run is a run of an experiment.
type Run struct {
	ID            string // hash of what follows, without names: equal runs of two plans have the same
	Index         int    // in the plan
	Configuration *Configuration
	Instance      *Instance
	Limit         Limit
	Seed          uint64
}

// Runs returns all runs of a plan: for each instance all configurations, for each of them all limits,
// for each of them all seeds.
func (p *Plan) Runs(instances []Instance) ([]Run, error) {
	if err := p.checkInstances(instances); err != nil {
		return nil, err
	}
	each := len(p.Configurations) * len(p.Limits) * len(p.Seeds)
	if each > maxRuns/len(instances) {
		return nil, &Error{File: p.Name, Reason: fmt.Sprintf("the plan has %d instances, and %d runs of each; the most is %d runs",
			len(instances), each, maxRuns)}
	}
	runs := make([]Run, 0, each*len(instances))
	for i := range instances {
		for c := range p.Configurations {
			for _, limit := range p.Limits {
				for _, seed := range p.Seeds {
					run := Run{Index: len(runs), Configuration: &p.Configurations[c], Instance: &instances[i], Limit: limit, Seed: seed}
					run.ID = run.hash()
					runs = append(runs, run)
				}
			}
		}
	}
	return runs, nil
}

// checkInstances refuses instances with the same cities, and gives those with the same name the names
// of their files.
func (p *Plan) checkInstances(instances []Instance) error {
	if len(instances) == 0 {
		return &Error{File: p.Name, Reason: "the plan has no instance"}
	}
	hashes, names := map[string]string{}, map[string]int{}
	for _, in := range instances {
		if other, found := hashes[in.SHA256]; found {
			return &Error{File: p.Name, Reason: fmt.Sprintf("the instances %s and %s are the same; leave one of them out",
				other, in.File)}
		}
		hashes[in.SHA256] = in.File
		names[in.Name]++
	}
	for i := range instances {
		if in := &instances[i]; names[in.Name] > 1 {
			in.Name = in.File
		}
	}
	return nil
}

// content returns what a configuration computes, without its name.
func (c *Configuration) content() string {
	text, _ := json.Marshal([]any{c.Algorithm, c.Preset, c.Parameters()}) // numbers are finite
	return string(text)
}

// hash returns the ID of a run.
func (r *Run) hash() string {
	text, _ := json.Marshal([]any{r.Configuration.content(), r.Instance.SHA256, r.Limit, r.Seed}) // as above
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Row returns the row of the run without a result.
func (r *Run) Row(plan string) Row {
	return Row{
		Schema: RowSchema, Plan: plan, ID: r.ID, Run: r.Index, Configuration: r.Configuration.Name,
		Method: r.Configuration.Algorithm, Preset: r.Configuration.Preset, Parameters: r.Configuration.Parameters(),
		Instance: r.Instance.Name, InstanceSHA256: r.Instance.SHA256, Cities: r.Instance.Cities, Seed: r.Seed, Limit: r.Limit,
	}
}
