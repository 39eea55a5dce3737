package conform

import (
	"cmp"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/host"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// reportBuilder adds results to a report.
type reportBuilder struct {
	report   *Report
	variants map[string]bool // created pipelines, by name
	modules  map[string]bool // shaders of these pipelines
	done     map[string]Saved
	save     func(Saved) error
}

// maxProblems is the number of problems that a report lists; more are only counted.
const maxProblems = 100

func newReportBuilder(o Options, device vk.Info, cases int) *reportBuilder {
	report := &Report{
		Schema: reportSchema, Version: o.Version, Perturbed: o.Perturbed, NoCache: o.NoCache, ShadersSHA256: shaders.SHA256,
		Device: device, Host: host.This(), Date: time.Now().UTC().Truncate(time.Second),
		Quick: o.Quick, Cases: cases, AllModules: len(shaders.Variants),
	}
	if o.Cases == nil && o.Stress > 0 {
		report.Stress = &Stress{o.Seed, o.Stress.Seconds()}
	}
	return &reportBuilder{report, map[string]bool{}, map[string]bool{}, o.Done, o.Record}
}

// add adds the result of a case. A whole run has a name.
func (b *reportBuilder) add(name string, r caseResult) error {
	switch r.Verdict {
	case Equal:
		b.report.Equal++
	case Refused:
		b.report.Refused++
		b.addRefusal(r)
	case Differs:
		b.report.Differs++
	case Failed:
		b.report.Failed++
	case Crashed:
		b.report.Crashed++
	case Hung:
		b.report.Hung++
	case OutOfMemory:
		b.report.OutOfMemory++
	}
	b.addTested(r)
	if r.bad() && len(b.report.Problems) < maxProblems {
		if err := b.addProblem(r); err != nil {
			return err
		}
	}
	if r.Case.Whole {
		b.addRun(name, r)
		return nil
	}
	b.addPipelines(r.Passes)
	for _, stage := range r.Stages {
		b.addStage(r.Case, stage)
	}
	return nil
}

// record saves a new result, if Options.Record is set. An error is a *saveError.
func (b *reportBuilder) record(s Saved) error {
	if _, old := b.done[s.Name]; old || b.save == nil {
		return nil
	}
	if err := b.save(s); err != nil {
		return &saveError{err}
	}
	return nil
}

// saveError is an error of Options.Record. It ends the test, and says nothing about the device.
type saveError struct{ err error }

func (e *saveError) Error() string { return "save a result: " + e.err.Error() }
func (e *saveError) Unwrap() error { return e.err }

// addProblem lists a case that differs or failed.
func (b *reportBuilder) addProblem(r caseResult) error {
	p := Problem{
		Case: cmp.Or(r.Reduced, r.Case.String()), Verdict: r.Verdict, Iteration: r.Iteration, Stage: r.Stage, Difference: r.Difference,
		Dispatched: r.Dispatched, Again: r.Again, Error: r.Error, Crash: r.Crash,
	}
	var err error
	if p.Features, err = suspects(r.Passes, r.Stage, failedFeatures(b.report.Probes)); err != nil {
		return err
	}
	b.report.Problems = append(b.report.Problems, p)
	return nil
}

// addTested lists a case, whatever its verdict.
func (b *reportBuilder) addTested(r caseResult) {
	tested := Tested{
		Case: r.Case.String(), Reduced: r.Reduced, Verdict: r.Verdict, Again: r.Again, Reason: r.Reason, MS: milliseconds(r.Took),
	}
	for _, stage := range r.Stages {
		if stage.Stage == stageUpload || !stage.Timed {
			continue
		}
		if tested.StageMS == nil {
			tested.StageMS = map[string]float64{}
		}
		tested.StageMS[stage.Stage] += milliseconds(stage.Device)
	}
	b.report.Tested = append(b.report.Tested, tested)
}

// addRefusal counts a refused case under its reason.
func (b *reportBuilder) addRefusal(r caseResult) {
	reason := r.Reason
	at := slices.IndexFunc(b.report.Refusals, func(other Refusal) bool { return other.Reason == reason })
	if at < 0 {
		b.report.Refusals = append(b.report.Refusals, Refusal{reason, 1, r.Case.String()})
		return
	}
	b.report.Refusals[at].Cases++
}

// addPipelines counts the pipelines of a case that no earlier case created.
func (b *reportBuilder) addPipelines(passes []passName) {
	for _, pass := range passes {
		isModule := func(s *shaders.Shader) bool { return s.NoSubgroups != nil && s.NoSubgroups.Name == pass.Module }
		if !b.modules[pass.Module] && slices.ContainsFunc(shaders.All, isModule) {
			b.report.NoSubgroups++
		}
		b.modules[pass.Module] = true
		b.variants[pass.Pipeline] = true
	}
	b.report.Variants, b.report.Modules = len(b.variants), len(b.modules)
}

// addStage counts a comparison under its stage and input.
func (b *reportBuilder) addStage(c Case, s stageResult) {
	report := b.report
	input := c.Input.label()
	if report.Stress != nil {
		input = c.Input.family()
	}
	if !slices.Contains(report.Inputs, input) {
		report.Inputs = append(report.Inputs, input)
	}
	at := slices.IndexFunc(report.Stages, func(other Stage) bool {
		return other.Algorithm == string(c.Algorithm) && other.Stage == s.Stage
	})
	if at < 0 {
		at = len(report.Stages)
		report.Stages = append(report.Stages, Stage{Algorithm: string(c.Algorithm), Stage: s.Stage, ByInput: map[string]Counts{}})
	}
	counts := report.Stages[at].ByInput[input]
	switch s.Verdict {
	case Equal:
		counts.Equal++
	case Differs:
		counts.Differs++
	case Failed, Crashed, Hung, OutOfMemory:
		counts.Failed++
	}
	report.Stages[at].ByInput[input] = counts
	report.Stages[at].MS += milliseconds(s.Took)
	if s.Timed {
		report.Stages[at].DeviceMS += milliseconds(s.Device)
		report.Stages[at].Timed++
	}
}

// addRun adds a whole run.
func (b *reportBuilder) addRun(name string, r caseResult) {
	run := Run{
		Name: name, Case: r.Case.String(), Verdict: r.Verdict, AntsBest: r.AntsBest, TourSHA256: r.TourSHA256,
		AntsSHA256: r.AntsSHA256,
		MS:         milliseconds(r.Took),
	}
	if r.Reference != r.TourSHA256 {
		run.Reference = r.Reference
	}
	b.report.Runs = append(b.report.Runs, run)
}

// sortInputs sorts the report's inputs in the order of smallInputs. All others follow.
func (b *reportBuilder) sortInputs(limits pipeline.Limits) {
	var order []string
	for _, input := range smallInputs(limits) {
		order = append(order, input.label())
	}
	slices.SortStableFunc(b.report.Inputs, func(x, y string) int {
		return cmp.Compare(uint(slices.Index(order, x)), uint(slices.Index(order, y))) // -1 becomes the largest uint
	})
}
