package conform

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/conform/variants"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// collector makes a report of results.
type collector struct {
	report   *Report
	variants map[string]bool
	modules  map[string]bool
}

// mostProblems are told one by one, the others counted.
const mostProblems = 100

func newCollector(report *Report) *collector {
	report.AllModules = len(shaders.Variants)
	return &collector{report, map[string]bool{}, map[string]bool{}}
}

// add takes a result in. name is what a whole run is called.
func (k *collector) add(name string, r caseResult) error {
	report := k.report
	switch r.Verdict {
	case Equal:
		report.Equal++
	case Refused:
		report.Refused++
		k.refused(r)
	case Differs, Failed:
		if report.Failed++; r.Verdict == Differs {
			report.Failed--
			report.Differs++
		}
		p := Problem{Case: r.Case.String(), Verdict: r.Verdict, Iteration: r.Iteration, Stage: r.Stage, Difference: r.Difference}
		if r.Err != nil {
			p.Error = r.Err.Error()
		}
		var err error
		if p.Features, err = suspects(r.Passes, r.Stage, failing(report.Probes)); err != nil {
			return err
		}
		if len(report.Problems) < mostProblems {
			report.Problems = append(report.Problems, p)
		}
	}
	if r.Case.Whole {
		k.run(name, r)
		return nil
	}
	k.created(r.Passes)
	for _, stage := range r.Stages {
		k.stage(r.Case, stage)
	}
	return nil
}

// created counts the pipelines of a case.
func (k *collector) created(passes []pipeline.Pass) {
	for _, pass := range passes {
		k.modules[pass.Shader.Name] = true
		k.variants[variants.Name(pass)] = true
	}
	k.report.Variants, k.report.Modules = len(k.variants), len(k.modules)
}

// stage counts a comparison.
func (k *collector) stage(c Case, s stageResult) {
	report := k.report
	input := c.Input.label()
	if report.Stress != nil {
		input = c.Input.family()
	}
	if !slices.Contains(report.Inputs, input) {
		report.Inputs = append(report.Inputs, input)
	}
	at := slices.IndexFunc(report.Stages, func(have Stage) bool {
		return have.Algorithm == string(c.Algorithm) && have.Stage == s.Stage
	})
	if at < 0 {
		at = len(report.Stages)
		report.Stages = append(report.Stages, Stage{string(c.Algorithm), s.Stage, map[string]Counts{}, 0})
	}
	cell := report.Stages[at].ByInput[input]
	switch s.Verdict {
	case Equal:
		cell.Equal++
	case Differs:
		cell.Differs++
	case Failed:
		cell.Failed++
	}
	report.Stages[at].ByInput[input] = cell
	report.Stages[at].MS += ms(s.Took)
}

// sortInputs puts the inputs of a plan in its order; a case that was made up or repeated has any.
func (k *collector) sortInputs(limits pipeline.Limits) {
	var order []string
	for _, input := range inputs(limits) {
		order = append(order, input.label())
	}
	slices.SortStableFunc(k.report.Inputs, func(a, b string) int {
		// Those that are not in the order, the large ones, come last.
		return cmp.Compare(uint(slices.Index(order, a)), uint(slices.Index(order, b)))
	})
}

// refused counts a case with the others of its reason.
func (k *collector) refused(r caseResult) {
	reason := refusal(r.Err)
	at := slices.IndexFunc(k.report.Refusals, func(have Refusal) bool { return have.Reason == reason })
	if at < 0 {
		k.report.Refusals = append(k.report.Refusals, Refusal{reason, 1, r.Case.String()})
		return
	}
	k.report.Refusals[at].Cases++
}

// run adds a whole run.
func (k *collector) run(name string, r caseResult) {
	run := Run{Name: name, Case: r.Case.String(), Verdict: r.Verdict, AntsBest: r.AntsBest, TourSHA256: r.TourSHA256, MS: ms(r.Took)}
	if r.Reference != r.TourSHA256 {
		run.Reference = r.Reference
	}
	k.report.Runs = append(k.report.Runs, run)
}
